package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.Nullable;

/// A queue of messages for one reader. No method blocks for longer than another call of the same
/// mailbox takes.
///
/// Any thread may offer, close and read the counts. Only one thread at a time may poll, and each
/// poll must happen after the one before it (a lock, a volatile hand-over: [Claim]).
///
/// Closing and accepting have one order: when [#close] has returned and a poll returns null, no
/// accepted message is left and none will come.
///
/// An accepted message is counted in [#depth] by a volatile step *before* `offer` returns. [Claim]
/// relies on that.
public interface Mailbox<M> {

    /// The result of an offer.
    enum Offer {
        /// The message is queued.
        ACCEPTED,
        /// The message is not queued because the mailbox is full. It can be offered again.
        FULL,
        /// The message is not queued because the mailbox is closed, for ever.
        CLOSED
    }

    /// The result of an offer that may evict.
    ///
    /// @param evicted the oldest message, which will not be polled any more; null when there was
    ///   room
    record Eviction<M>(Offer offer, @Nullable M evicted) {}

    /// Queues a message, or says why not.
    Offer offer(M message);

    /// Queues a message. A full mailbox of the kind [MailboxKind#LINKED] evicts its oldest message
    /// for it; other kinds answer `FULL`.
    default Eviction<M> offerEvicting(M message) {
        return new Eviction<>(offer(message), null);
    }

    /// The next message, or null when there is none. Goes on after [#close] until all are taken.
    @Nullable M poll();

    /// Number of messages that were accepted and not polled yet.
    int depth();

    /// Number of messages that this mailbox has ever accepted.
    long accepted();

    /// Largest depth; `Integer.MAX_VALUE` when only the heap limits it.
    int capacity();

    /// Refuses every later offer. Queued messages stay and can be polled.
    void close();

    /// Closes if nothing is queued. Any thread may call it.
    ///
    /// @return true when the mailbox is closed and empty: there is nothing to poll and there never
    ///   will be; false when a message is queued, then nothing has changed
    boolean closeIfEmpty();
}
