package dev.cobnut.framework.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.subscription.Events;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A journal that does not answer at all while the feed waits for it.
class FeedRetryTest {

    private final AtomicInteger asked = new AtomicInteger();
    private volatile @Nullable JournalException failure;

    @Test
    void aFeedThatNobodyFollowsAnyMoreAsksTheJournalNoMore() {
        var journal =
                new FaultyJournal(InMemoryJournal.create(InstantSource.system())) {
                    @Override
                    public long lastPosition() {
                        JournalException planted = failure;
                        if (planted != null) {
                            asked.incrementAndGet();
                            throw planted;
                        }
                        return super.lastPosition();
                    }
                };
        var rules =
                new Followers.ByStream() {
                    @Override
                    public @Nullable String group(RecordedEvent event) {
                        JournalException planted = failure;
                        if (planted != null) {
                            throw planted;
                        }
                        return super.group(event);
                    }
                };
        try (journal;
                var events = new Events(journal, Duration.ofMillis(20));
                var feed =
                        new Feed(journal, events, rules, FeedContract.SMALL, FeedObserver.NONE)) {
            journal.start(events.waking(GroupListener.completing()));
            FeedSubscription client = Followers.opened(feed.open("", Feed.NOW, Followers.ALL));
            failure = new JournalException("planted fault", null);
            Followers.append(journal, StreamId.of("card", "1"), 1);
            await().atMost(FeedContract.SOON).until(() -> asked.get() >= 2);

            client.close();
            int before = asked.get();

            // One question may be under way; two more would be the next retries.
            await().during(Duration.ofMillis(3_500))
                    .atMost(FeedContract.SOON)
                    .until(() -> asked.get() <= before + 1);
            assertThat(feed.clients()).isZero();
        }
    }
}
