package dev.cobnut.runtime.actor;

/// What became of a message that was told.
public enum TellResult {
    /// It is queued. An ask's promise: it is the answer.
    ACCEPTED,
    /// It is queued; the mailbox was full and its oldest message went to the dead letters for it
    /// ([Backpressure.DropOldest]).
    ACCEPTED_OLDEST_DROPPED,
    /// It is not queued: the mailbox is full. It can be told again.
    REJECTED,
    /// It is not queued and went to the dead letters: the mailbox is full
    /// ([Backpressure.DropNewest]).
    DROPPED,
    /// It is not queued: the mailbox stayed full until the deadline of [Backpressure.Block], or the
    /// waiting thread was interrupted (it is still marked so).
    TIMED_OUT,
    /// It is not queued and never will be: the actor stops or has stopped. An ask's promise: it has
    /// its answer, or its deadline has passed.
    CLOSED;

    /// Whether the message is queued.
    public boolean isAccepted() {
        return this == ACCEPTED || this == ACCEPTED_OLDEST_DROPPED;
    }
}
