/// Takes profiles of a running process and reads them.
///
/// ```text
/// ProfilerClient          starts and stops a recording in a service that has the actuator endpoint
///   → FinishedRecording   the recording's file, and the service's own counters over the same time
/// ProfileRecording.read   the file → a table of stacks per event, the spans, facts about the recording
/// ProfileFolder           the result folder of `./cobnut profile`: tables, pictures, pages
/// ```
///
/// Promises:
///
/// - Values have a unit (ns, bytes) besides the samples; [ProfileRecording] defines each of them.
/// - The same code has the same frame name in every JVM ([FrameNames]).
/// - Engine and interval are the recorded ones, not the requested ones.
/// - A defect of a recording or a service is an exception with a one-sentence message.
@NullMarked
package dev.cobnut.lab.capture;

import org.jspecify.annotations.NullMarked;
