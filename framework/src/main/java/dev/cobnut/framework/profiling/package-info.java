/// The profiler of this process: async-profiler, used within limits.
///
/// In: the samples to take ([Sampling]), requests to start and stop, and spans of work ([Spans]).
/// Out: one JFR file per recording in a folder of its own ([RecordingFolder]), and the counters of
/// the process over exactly the time of the recording ([Facts]).
///
/// Promises: one recording runs at a time. A recording that reaches the limits of the settings is
/// ended. No path comes from a caller. A request that cannot be done is refused with a sentence.
/// The first recording loads the library.
@NullMarked
package dev.cobnut.framework.profiling;

import org.jspecify.annotations.NullMarked;
