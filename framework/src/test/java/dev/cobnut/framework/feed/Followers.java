package dev.cobnut.framework.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.OverAnyJournal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the tests of the feed share.
final class Followers {

    static final FeedFilter ALL = new FeedFilter(new FeedTopic.All(), EventFilter.all());

    private Followers() {}

    /// The group of an event is the last character of its stream.
    static class ByStream implements FeedRules {

        @Override
        public @Nullable String group(RecordedEvent event) {
            String id = event.stream().id();
            return id.substring(id.length() - 1);
        }

        @Override
        public byte[] form(RecordedEvent event) {
            return (event.type() + " " + event.position()).getBytes(StandardCharsets.UTF_8);
        }
    }

    static FeedSubscription opened(FeedOpening opening) {
        assertThat(opening).isInstanceOf(FeedOpening.Opened.class);
        return ((FeedOpening.Opened) opening).subscription();
    }

    static void append(Journal journal, StreamId stream, int count) {
        List<NewEvent> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            events.add(TestNode.event(i % 2 == 0 ? "Charged" : "Refunded", "{\"n\":1}"));
        }
        OverAnyJournal.append(journal, stream, events);
    }
}
