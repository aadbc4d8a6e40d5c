/// What requests wait for, told by the code that waits, while somebody listens ([RequestWaits]).
///
/// In: the waits of a thread. Out, for a recording of the profiler: for each wait the part of the
/// request that ran before it, and at the end the sums of the waits ([RecordedWaits]). For a trace:
/// a span for each wait.
///
/// A sampling profiler does not see a virtual thread that waits, because no platform thread carries
/// it. So the waits of requests are not sampled but timed where they happen.
@NullMarked
package dev.cobnut.framework.waits;

import org.jspecify.annotations.NullMarked;
