package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.mailbox.Mailbox;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The place of one key: who has the claim, the entity, and what waits for it. The rules are
/// explained in [Turns] and [Residents].
final class Cell<K, M, R> {

    private static final int IDLE = 0;
    private static final int CLAIMED = 1;
    private static final int RETIRED = 2;

    private static final VarHandle STATE;
    private static final VarHandle MAILBOX;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Cell.class, "state", int.class);
            MAILBOX = lookup.findVarHandle(Cell.class, "mailbox", Mailbox.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final K key;

    /// Only the holder of the claim touches it.
    @Nullable Entity<M, R> entity;

    /// Written by the holder of the claim before it gives the claim up.
    private long idleSinceNanos;

    private volatile int state = CLAIMED;
    private volatile @Nullable Mailbox<Envelope<M, R>> mailbox;

    /// Claimed by its creator.
    Cell(K key) {
        this.key = key;
    }

    boolean claim() {
        return state == IDLE && STATE.compareAndSet(this, IDLE, CLAIMED);
    }

    /// Only by the holder of the claim.
    void unclaim(long nowNanos) {
        idleSinceNanos = nowNanos;
        state = IDLE;
    }

    /// Only by the holder of the claim, who keeps it for ever: after it no message is accepted and
    /// no claim succeeds.
    ///
    /// @param closed stands in for the mailbox of a cell that never needed one
    /// @return false when messages wait; then nothing has changed
    boolean retire(Mailbox<Envelope<M, R>> closed) {
        if (!mailboxOr(closed).closeIfEmpty()) {
            return false;
        }
        entity = null;
        state = RETIRED;
        return true;
    }

    /// Whether nobody has the claim, and nobody had it for a while.
    boolean isIdleFor(long nanos, long nowNanos) {
        return state == IDLE && nowNanos - idleSinceNanos >= nanos;
    }

    boolean isEmpty() {
        Mailbox<Envelope<M, R>> current = mailbox;
        return current == null || current.depth() == 0;
    }

    @Nullable Mailbox<Envelope<M, R>> mailbox() {
        return mailbox;
    }

    /// The mailbox, or the given one from now on when there is none yet.
    Mailbox<Envelope<M, R>> mailboxOr(Mailbox<Envelope<M, R>> first) {
        while (true) {
            Mailbox<Envelope<M, R>> current = mailbox;
            if (current != null) {
                return current;
            }
            if (MAILBOX.compareAndSet(this, null, first)) {
                return first;
            }
        }
    }

    /// The next message. The monitor is for the close alone, which empties the mailboxes of busy
    /// cells at its deadline; it is never held while a handler runs.
    synchronized @Nullable Envelope<M, R> poll() {
        Mailbox<Envelope<M, R>> current = mailbox;
        return current == null ? null : current.poll();
    }
}
