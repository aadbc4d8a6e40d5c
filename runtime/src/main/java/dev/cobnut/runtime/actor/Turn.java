package dev.cobnut.runtime.actor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The right to run an actor, and who has it.
///
/// ```text
///                claim (a sender)              release, then look again
///        IDLE ───────────────────► CLAIMED ──────────────────────────────► IDLE
///                                   ▲   │
///      SUSPENDED ───────────────────┘   ├──► SUSPENDED   waits for the end of a backoff
///            claimForControl            └──► ENDED       for ever
/// ```
///
/// Whoever moves the state to CLAIMED gives the turn to a [Lane]; the thread of that lane is the
/// actor's only writer until it releases the claim. The state is volatile: the next writer sees
/// what this one wrote.
///
/// # Why no message is forgotten
///
/// A sender queues first and then tries to claim. The holder releases first and then looks into the
/// mailbox again. Depth ([dev.cobnut.runtime.mailbox.Mailbox#depth]) and state are volatile, so in
/// every order at least one of the two sees the other (Dekker): the sender gets the claim, or the
/// holder sees the message and takes the claim back. To look first and then release forgets the
/// message that comes in between; the stress tests keep that variant beside this one.
abstract class Turn {

    static final int IDLE = 0;
    static final int CLAIMED = 1;
    static final int SUSPENDED = 2;
    static final int ENDED = 3;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Turn.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;

    /// Runs a batch of what there is to do. Called by the holder of the claim.
    ///
    /// @return true when there is more: the claim is still held, and the caller calls again, after
    ///   others that wait; false when the claim has been released
    abstract boolean run();

    /// For messages: only an actor that takes messages now can be claimed.
    final boolean claim() {
        return state == IDLE && STATE.compareAndSet(this, IDLE, CLAIMED);
    }

    /// For control: also an actor that waits can be claimed.
    final boolean claimForControl() {
        int seen = state;
        return (seen == IDLE || seen == SUSPENDED) && STATE.compareAndSet(this, seen, CLAIMED);
    }

    /// Only by the holder of the claim, who looks again afterwards.
    final void release(int next) {
        state = next;
    }

    final boolean isClaimed() {
        return state == CLAIMED;
    }

    final boolean isEnded() {
        return state == ENDED;
    }
}
