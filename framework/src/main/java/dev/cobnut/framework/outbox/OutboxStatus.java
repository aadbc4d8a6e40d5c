package dev.cobnut.framework.outbox;

/// Where an entry stands. A delivered entry has no status: it is deleted.
public enum OutboxStatus {
    /// Waits to be delivered.
    PENDING,
    /// Could not be delivered, or stands behind one that could not; waits for a person.
    PARKED
}
