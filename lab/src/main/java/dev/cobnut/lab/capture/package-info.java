/// Takes profiles of a running process and reads them.
///
/// ```text
/// ProfilerClient          starts and stops a recording in a service that has the actuator endpoint
///   → FinishedRecording   the recording's file, and the service's own counters over the same time
/// ProfileRecording.read   the file → a table of stacks per event, the spans, what the profiler says of itself
/// ProfileFolder           what `./cobnut profile` leaves behind: tables, pictures, pages
/// ```
///
/// Promises: values, not only samples (ns, bytes), each with its meaning in [ProfileRecording]; the
/// same code has the same frame name in every JVM ([FrameNames]); the engine and the interval are
/// those of the recording, never those that were asked for. What is wrong with a recording or a
/// service is an exception with one sentence.
@NullMarked
package dev.cobnut.lab.capture;

import org.jspecify.annotations.NullMarked;
