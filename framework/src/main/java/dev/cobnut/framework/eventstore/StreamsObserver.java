package dev.cobnut.framework.eventstore;

/// Is told how long the writes to the maps took; for a profile. Called on the working thread:
/// return at once.
public interface StreamsObserver {

    /// The events of a group are in both maps, or that failed. On the journal's writer.
    ///
    /// @param nanos with the wait for the partitions
    void written(int events, long nanos);

    /// A stream was continued. On the thread of its partition.
    void appended(long nanos);
}
