package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.StreamId;

/// What a client follows. An event is offered to the clients of its topics only, so others cost
/// nothing.
public sealed interface FeedTopic {

    /// All events.
    record All() implements FeedTopic {}

    /// The events of a group, see [FeedRules#group].
    record Group(String name) implements FeedTopic {}

    /// The events of one stream.
    record Stream(StreamId id) implements FeedTopic {}
}
