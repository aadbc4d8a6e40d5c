package dev.cobnut.framework.feed;

/// Is told what the feed does. Called by the threads of clients.
public interface FeedObserver {

    /// Ignores everything.
    FeedObserver NONE = new FeedObserver() {};

    /// An event was written to a client.
    default void sent(FeedEvent event) {}

    /// A client was cut off, because it is too slow.
    default void cutOff() {}
}
