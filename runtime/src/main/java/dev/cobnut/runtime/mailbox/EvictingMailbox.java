package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.Nullable;

/// A mailbox from whose front a sender may take, to make room for what it brings.
public interface EvictingMailbox<M> extends Mailbox<M> {

    /// What became of the offer, and what had to go for it.
    ///
    /// @param offer `ACCEPTED` or `CLOSED`
    /// @param evicted the oldest message, which nobody will poll any more; null when there was room
    record Eviction<M>(Offer offer, @Nullable M evicted) {}

    /// Queues a message; when the mailbox is full, instead of the oldest one.
    Eviction<M> offerEvicting(M message);
}
