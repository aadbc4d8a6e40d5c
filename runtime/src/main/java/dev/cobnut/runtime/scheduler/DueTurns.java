package dev.cobnut.runtime.scheduler;

import dev.cobnut.runtime.scheduler.Dispatcher.Turn;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// The queue of turns that are due and have no thread, first come first served, and the role of the
/// one thread that searches it.
///
/// # Why no turn is lost
///
/// A thread that queues a turn queues first and then tries to take the role. If it gets the role,
/// it has to wake a thread that searches. The thread with the role gives it up first and then looks
/// whether a turn is due. All of these are volatile steps, so at least one of the two threads sees
/// the other (Dekker's argument). The stress tests keep the wrong order beside this one.
final class DueTurns {

    private final MpmcAtomicArrayQueue<Turn> turns;
    private final AtomicBoolean searched = new AtomicBoolean();

    DueTurns(int capacity) {
        this.turns = new MpmcAtomicArrayQueue<>(capacity);
    }

    /// Queues a turn. After true, the caller tries to take the role.
    ///
    /// @return false when the queue is full
    boolean offer(Turn turn) {
        return turns.offer(turn);
    }

    @Nullable Turn poll() {
        return turns.poll();
    }

    boolean hasAny() {
        return !turns.isEmpty();
    }

    /// @return true when the caller has the role now: it searches, or wakes a thread that does
    boolean takeRole() {
        return !searched.get() && searched.compareAndSet(false, true);
    }

    /// @return true when a turn is due. Its sender may have seen the role taken, so the caller
    ///   tries to take the role again
    boolean giveRoleUp() {
        searched.set(false);
        return hasAny();
    }
}
