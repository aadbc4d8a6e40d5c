package dev.cobnut.runtime.actor;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// Turns that are due and have no thread, first come first served, and the role of the one thread
/// that searches for them.
///
/// # Why no turn is forgotten
///
/// Who queues a turn queues first and then tries to take the role: if that succeeds, somebody has
/// to be called to search. Who has the role gives it up first and then looks whether a turn is due.
/// Both are volatile steps, so one of them sees the other (Dekker). The stress tests keep the wrong
/// order beside this one.
final class DueTurns {

    private final MpmcAtomicArrayQueue<Turn> turns;
    private final AtomicBoolean searched = new AtomicBoolean();

    DueTurns(int capacity) {
        this.turns = new MpmcAtomicArrayQueue<>(capacity);
    }

    /// Who gets true back tries to take the role next.
    ///
    /// @return false when as many are due as may be
    boolean offer(Turn turn) {
        return turns.offer(turn);
    }

    @Nullable Turn poll() {
        return turns.poll();
    }

    boolean hasAny() {
        return !turns.isEmpty();
    }

    /// @return whether the caller, or somebody whom it calls, searches from now on
    boolean takeRole() {
        return !searched.get() && searched.compareAndSet(false, true);
    }

    /// @return whether a turn is due that may have been queued in view of the role: then it is to
    ///   be taken again
    boolean giveRoleUp() {
        searched.set(false);
        return hasAny();
    }
}
