/// The profiler of this process: async-profiler behind a door with limits.
///
/// In: what to sample ([Sampling]), orders to start and stop, and spans of work ([Spans]). Out: one
/// JFR file per recording in a folder of its own ([RecordingFolder]), and what the process did over
/// exactly the time of the recording ([Facts]).
///
/// Promises: one recording at a time; none is longer or larger than the settings allow; no path
/// comes from outside; what is not possible is refused with a sentence. The library is loaded by
/// the first recording, not before.
@NullMarked
package dev.cobnut.framework.profiling;

import org.jspecify.annotations.NullMarked;
