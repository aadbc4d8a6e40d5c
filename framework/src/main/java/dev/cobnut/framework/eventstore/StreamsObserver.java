package dev.cobnut.framework.eventstore;

/// Receives the times of the writes to the maps, for a profile. Called on the working thread:
/// return at once.
public interface StreamsObserver {

    /// A group was given to the copies and to the outbox, and the wait for them has ended. Called
    /// by the journal's writer.
    ///
    /// @param nanos duration, including the wait for the partitions
    void written(int events, long nanos);

    /// Events were appended to the copy of a stream. Called on the thread of its partition.
    void appended(long nanos);
}
