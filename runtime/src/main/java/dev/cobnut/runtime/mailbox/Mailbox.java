package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.Nullable;

/// A queue of messages for one reader. Nothing here blocks for longer than another call of the same
/// mailbox takes.
///
/// Any thread may offer, close and look. Only one thread at a time may poll, and each poll must
/// happen after the one before it (a lock, a volatile hand-over).
///
/// Closing and accepting have one order: once [#close] has returned, a poll that returns null means
/// that no accepted message is left and that none will come.
///
/// An accepted message is counted in [#depth] by a volatile step *before* `offer` returns. A reader
/// that says "I am gone" in a volatile field and then finds a depth of 0, and a sender that offers
/// and then reads that field, cannot both miss the other.
public interface Mailbox<M> {

    /// Queues a message, or says why not.
    Offer offer(M message);

    /// The next message, or null when there is none. Goes on after [#close] until all are taken.
    @Nullable M poll();

    /// Number of messages that were accepted and not polled yet.
    int depth();

    /// Number of messages that were accepted since the mailbox is there.
    long accepted();

    /// Largest depth; `Integer.MAX_VALUE` for "until memory is used up".
    int capacity();

    /// Refuses every later offer. What is queued stays and can be polled.
    void close();

    /// Closes if nothing is queued. Any thread may call it.
    ///
    /// @return true when the mailbox is closed and empty: there is nothing to poll and there never
    ///   will be; false when a message is queued, then nothing has changed
    boolean closeIfEmpty();
}
