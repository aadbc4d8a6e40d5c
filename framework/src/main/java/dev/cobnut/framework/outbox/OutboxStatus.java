package dev.cobnut.framework.outbox;

/// The status of an entry. A delivered entry has none, because it is deleted.
public enum OutboxStatus {
    /// Waits to be delivered.
    PENDING,
    /// Could not be delivered, or follows an event of its stream that could not. Waits for an
    /// operator.
    PARKED
}
