package dev.cobnut.framework.durable;

/// Wakes a durable actor.
enum WakeUp {
    /// There are messages in the journal.
    MESSAGES_STORED,
    /// The pause before the next attempt is over.
    RETRY_DUE
}
