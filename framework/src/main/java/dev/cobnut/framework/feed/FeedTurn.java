package dev.cobnut.framework.feed;

import java.util.List;

/// What a client gets next.
public sealed interface FeedTurn {

    /// Everything that concerns the client through this position was handed over, with this turn.
    long position();

    /// @param events in the order of their positions, at least one
    record Some(List<FeedEvent> events, long position) implements FeedTurn {}

    /// Nothing to send at the moment.
    record None(long position) implements FeedTurn {}

    /// Nothing follows.
    record Ended(FeedEnd reason, long position) implements FeedTurn {}
}
