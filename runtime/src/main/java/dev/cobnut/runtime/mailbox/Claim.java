package dev.cobnut.runtime.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The right to read one mailbox and to write the state behind it. At most one thread holds it. An
/// entity's cell and an actor's cell are claims.
///
/// ```text
///                  claim                           release, then look again
///        IDLE ───────────────────────► CLAIMED ──────────────────────────────► IDLE
///                                       ▲   │
///        SUSPENDED ─────────────────────┘   ├──► SUSPENDED   takes no messages for a while
///                  claimEvenSuspended       └──► ENDED       for ever
/// ```
///
/// The thread that moves the state to CLAIMED is the only reader and writer until it, or the thread
/// to which it hands the work, releases the claim. The state is volatile, so the next holder sees
/// everything that this one wrote. A claim is a word, not a lock: nobody blocks for it.
///
/// # Why no message is lost
///
/// A sender queues its message first and tries to claim afterwards. The holder releases first and
/// looks into the mailbox afterwards:
///
/// ```text
///   sender:  depth := 1      then reads state
///   holder:  state := IDLE   then reads depth
/// ```
///
/// State and [Mailbox#depth] are volatile or guarded by a monitor, so these four steps have one
/// order, and at least one thread reads what the other one wrote (Dekker's argument). Either the
/// sender finds IDLE and claims, or the holder finds the message and claims again. If both do, the
/// compare-and-set lets one of them win, and the winner handles the message.
///
/// A holder that looks first and releases afterwards loses the message that arrives in between. The
/// stress tests (`ClaimStress`) keep that variant beside this one.
///
/// # Memory
///
/// The mailbox is created by the first message that has to queue, so a claim without messages has
/// none.
///
/// @param <T> what the mailbox holds
public abstract class Claim<T> {

    private static final int IDLE = 0;
    private static final int CLAIMED = 1;
    private static final int SUSPENDED = 2;
    private static final int ENDED = 3;

    private static final VarHandle STATE;
    private static final VarHandle MAILBOX;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Claim.class, "state", int.class);
            MAILBOX = lookup.findVarHandle(Claim.class, "mailbox", Mailbox.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state;
    private volatile @Nullable Mailbox<T> mailbox;

    /// @param claimed whether the creator holds the claim
    protected Claim(boolean claimed) {
        if (claimed) {
            state = CLAIMED;
        }
    }

    /// Takes the claim if it is idle.
    public final boolean claim() {
        return state == IDLE && STATE.compareAndSet(this, IDLE, CLAIMED);
    }

    /// Takes the claim if it is idle or suspended.
    public final boolean claimEvenSuspended() {
        int seen = state;
        return (seen == IDLE || seen == SUSPENDED) && STATE.compareAndSet(this, seen, CLAIMED);
    }

    /// Releases the claim and looks into the mailbox again. Only the holder calls it.
    ///
    /// @return true when a message was there and the caller holds the claim again
    public final boolean release() {
        state = IDLE;
        return !isEmpty() && claim();
    }

    /// Releases the claim and does not look again: queued messages wait for the next sender. For a
    /// holder that cannot get a thread to handle them.
    public final void releaseWithoutLooking() {
        state = IDLE;
    }

    /// Releases the claim to [#claimEvenSuspended] only; messages wait until then.
    public final void suspend() {
        state = SUSPENDED;
    }

    /// Nobody can claim any more. The mailbox must be closed.
    public final void end() {
        state = ENDED;
    }

    public final boolean isIdle() {
        return state == IDLE;
    }

    /// Messages in the mailbox.
    public final int depth() {
        Mailbox<T> current = mailbox;
        return current == null ? 0 : current.depth();
    }

    public final boolean isEmpty() {
        return depth() == 0;
    }

    /// Null until the first message has to queue.
    public final @Nullable Mailbox<T> mailbox() {
        return mailbox;
    }

    /// The mailbox; if there is none, the given one becomes it.
    public final Mailbox<T> mailboxOr(Mailbox<T> first) {
        while (true) {
            Mailbox<T> current = mailbox;
            if (current != null) {
                return current;
            }
            if (MAILBOX.compareAndSet(this, null, first)) {
                return first;
            }
        }
    }
}
