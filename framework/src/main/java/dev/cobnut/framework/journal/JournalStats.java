package dev.cobnut.framework.journal;

/// Figures of the journal's writer. An observer is called once per committed group, on the writer
/// thread. A callback in place of counters keeps the journal free of a metrics library.
public interface JournalStats {

    /// Number of queued requests.
    int queued();

    /// Capacity of the queue.
    int queueCapacity();

    /// Sets the observer of commits, in place of the one before.
    void onCommit(CommitObserver observer);

    /// Observes commits and refused requests.
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
