package dev.cobnut.framework.feed;

import dev.cobnut.framework.subscription.EventFilter;
import java.util.Objects;

/// Which events a client gets: those of its topic that a filter lets through.
public record FeedFilter(FeedTopic topic, EventFilter events) {

    boolean matches(FeedEvent event) {
        return events.matches(event.event())
                && switch (topic) {
                    case FeedTopic.All() -> true;
                    case FeedTopic.Group(var name) -> Objects.equals(name, event.group());
                    case FeedTopic.Stream(var id) -> id.equals(event.event().stream());
                };
    }
}
