package dev.cobnut.framework.outbox;

/// Receives what the outbox does, for metrics. Called on the working thread: return at once.
public interface OutboxObserver {

    /// Ignores everything.
    OutboxObserver NONE = new OutboxObserver() {};

    /// A poll of the store ended.
    ///
    /// @param found number of entries that it found, 0 for an empty poll
    default void polled(int found, long nanos) {}

    default void delivered(int events) {}

    /// A delivery failed and will be tried again.
    default void failed(int events) {}

    default void parked(int streams) {}

    /// The map is full; from now on committed events wait in the journal.
    default void overflowed() {}
}
