/// Threads and time for actors: dispatchers run turns, and one clock expires deadlines.
///
/// ```text
///  Dispatcher.lane(key, id) ──► Lane.execute(turn) ──► Turn.run() on a thread of the dispatcher
///  DeadlineClock.schedule(timeout) ──► Timeout.expire() when it is due, unless it was cancelled
/// ```
///
/// | part | does |
/// |---|---|
/// | [Dispatcher] | the threads: virtual, or a fixed number of pinned platform threads |
/// | `DueTurns` | the queue of turns without a thread, and why no turn is lost |
/// | [DeadlineClock] | real time, or time that a test moves ([ManualClock]) |
/// | `TimerWheel` | the deadlines |
/// | `SpinThenPark` | whether a thread spins for a moment before it parks |
///
/// Promises: a turn that was accepted is run until it returns false; nothing polls; an idle
/// dispatcher uses no processor, and a clock without deadlines does not wake.
///
/// Depends on the JDK and JCTools. It knows neither actors nor mailboxes.
@NullMarked
package dev.cobnut.runtime.scheduler;

import org.jspecify.annotations.NullMarked;
