/// Takes profiles of a running process and reads them.
///
/// ```text
/// ProfileRecorder         records a service through its endpoint (ProfilerClient), or any JVM by attaching
/// ProfileRecording.read   the file → a table of stacks per event, the spans, facts about the recording
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
