package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The clients that follow live, by their topics. Its user holds a lock.
final class FeedRoutes {

    private static final FeedTopic ALL = new FeedTopic.All();

    private final Map<FeedTopic, Set<FeedSubscription>> clients = new HashMap<>();

    void add(FeedSubscription client) {
        clients.computeIfAbsent(client.filter().topic(), _ -> new LinkedHashSet<>()).add(client);
    }

    void remove(FeedSubscription client) {
        clients.computeIfPresent(
                client.filter().topic(),
                (_, others) -> {
                    others.remove(client);
                    return others.isEmpty() ? null : others;
                });
    }

    void offer(FeedEvent event) {
        RecordedEvent recorded = event.event();
        offer(ALL, event);
        offer(new FeedTopic.Stream(recorded.stream()), event);
        if (event.group() != null) {
            offer(new FeedTopic.Group(event.group()), event);
        }
    }

    private void offer(FeedTopic topic, FeedEvent event) {
        for (FeedSubscription client : clients.getOrDefault(topic, Set.of())) {
            if (client.filter().events().matches(event.event())) {
                client.offer(event);
            }
        }
    }
}
