package dev.cobnut.runtime.mailbox;

/// The outcome of a tell.
public enum TellResult {
    /// The message is queued. From an ask's promise: it is the answer.
    ACCEPTED,
    /// The message is queued. The mailbox was full, and its oldest message went to the dead letters
    /// ([Backpressure.DropOldest]).
    ACCEPTED_OLDEST_DROPPED,
    /// The message is not queued because the mailbox is full. It can be told again.
    REJECTED,
    /// The message went to the dead letters because the mailbox is full
    /// ([Backpressure.DropNewest]).
    DROPPED,
    /// The message is not queued: the mailbox stayed full until the deadline of
    /// [Backpressure.Block], or the waiting thread was interrupted (its interrupt flag is still
    /// set).
    TIMED_OUT,
    /// The message is not queued and never will be: the actor stops or has stopped. From an ask's
    /// promise: it has its answer already, or its deadline has passed.
    CLOSED;

    /// True when the message is queued.
    public boolean isAccepted() {
        return this == ACCEPTED || this == ACCEPTED_OLDEST_DROPPED;
    }
}
