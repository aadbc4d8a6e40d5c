package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.mailbox.Claim;
import dev.cobnut.runtime.mailbox.Mailbox;
import org.jspecify.annotations.Nullable;

/// The place of one key: its claim, its entity, and the messages that wait for it. [Turns] and
/// [Residents] explain the rules.
final class Cell<K, M, R> extends Claim<Envelope<M, R>> {

    final K key;

    /// Only the holder of the claim uses it.
    @Nullable Entity<M, R> entity;

    /// Written by the holder of the claim before it releases the claim.
    private long idleSinceNanos;

    /// Claimed by its creator.
    Cell(K key) {
        super(true);
        this.key = key;
    }

    /// As [#release()], at a time.
    boolean release(long nowNanos) {
        idleSinceNanos = nowNanos;
        return release();
    }

    /// Closes the cell for ever, if no message waits. Only the holder of the claim calls it, and
    /// keeps the claim. After it no message is accepted and no claim succeeds.
    ///
    /// @param closed stands in for the mailbox of a cell that never needed one
    /// @return false when messages wait; then nothing has changed
    boolean retire(Mailbox<Envelope<M, R>> closed) {
        if (!mailboxOr(closed).closeIfEmpty()) {
            return false;
        }
        entity = null;
        end();
        return true;
    }

    /// True when nobody has the claim and nobody had it for so long.
    boolean isIdleFor(long nanos, long nowNanos) {
        return isIdle() && nowNanos - idleSinceNanos >= nanos;
    }

    /// The next message. The monitor is for the close alone, which empties the mailboxes of busy
    /// cells at its deadline. It is never held while a handler runs.
    synchronized @Nullable Envelope<M, R> poll() {
        Mailbox<Envelope<M, R>> current = mailbox();
        return current == null ? null : current.poll();
    }
}
