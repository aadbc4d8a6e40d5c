package dev.cobnut.framework.feed;

/// What becomes of a client that wants to follow the feed.
public sealed interface FeedOpening {

    /// @param subscription to be closed
    record Opened(FeedSubscription subscription) implements FeedOpening {}

    /// The journal has no such position: it has lost events, or the position is of another journal.
    ///
    /// @param last position of the journal
    record Ahead(long last) implements FeedOpening {}

    /// @param max connections of the whole service
    record Full(int max) implements FeedOpening {}

    /// @param max connections of one caller
    record FullOfCaller(int max) implements FeedOpening {}

    /// The service stops.
    record Stopping() implements FeedOpening {}
}
