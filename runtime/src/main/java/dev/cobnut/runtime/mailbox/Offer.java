package dev.cobnut.runtime.mailbox;

/// What became of a message that was offered to a [Mailbox].
public enum Offer {
    /// It is queued.
    ACCEPTED,
    /// It is not queued: the mailbox holds as many as it may. It can be offered again.
    FULL,
    /// It is not queued, and never will be in this mailbox.
    CLOSED
}
