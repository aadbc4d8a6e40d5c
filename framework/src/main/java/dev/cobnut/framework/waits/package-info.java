/// What requests wait for, told by the code that waits, while a recording runs.
///
/// In: a request of this thread that is being recorded, and the waits within it. Out: for each wait
/// the part of the request that ran before it, and at the end the sums of the waits
/// ([RequestWaits]).
///
/// A sampling profiler does not see a virtual thread that waits, because no platform thread carries
/// it. So the waits of requests are not sampled but timed where they happen.
@NullMarked
package dev.cobnut.framework.waits;

import org.jspecify.annotations.NullMarked;
