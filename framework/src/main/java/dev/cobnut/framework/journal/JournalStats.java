package dev.cobnut.framework.journal;

/// What the writer did, as told to whoever measures: called once per committed group, on the writer
/// thread.
///
/// It is a callback and not a set of counters so that the journal needs no metrics library.
public interface JournalStats {

    /// Requests that are queued now.
    int queued();

    /// Most requests that the queue takes.
    int queueCapacity();

    /// Sets who is told of every commit; replaces the one before.
    void onCommit(CommitObserver observer);

    /// Told of each commit, and of what never came to one.
    @FunctionalInterface
    interface CommitObserver {

        /// @param commands commands in the group, of all its appends
        /// @param events events in the group
        /// @param published events marked published by it
        /// @param nanos from the first statement to the return of COMMIT
        void committed(int commands, int events, int published, long nanos);

        /// A request was answered `Unavailable` without being queued. Any thread.
        default void refused() {}
    }
}
