package dev.cobnut.web.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.feed.Feed;
import dev.cobnut.framework.feed.FeedEnd;
import dev.cobnut.framework.feed.FeedFilter;
import dev.cobnut.framework.feed.FeedObserver;
import dev.cobnut.framework.feed.FeedOpening;
import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.framework.feed.FeedSettings;
import dev.cobnut.framework.feed.FeedSubscription;
import dev.cobnut.framework.feed.FeedTopic;
import dev.cobnut.framework.feed.FeedTurn;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.Events;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Clients that do not take what is written to them.
class FeedWriterTest {

    private static final Duration WRITE_TIME_MAX = Duration.ofMillis(100);

    private static final FeedSettings SETTINGS =
            new FeedSettings(
                    1,
                    1,
                    10,
                    1 << 20,
                    1 << 20,
                    10,
                    1 << 20,
                    1,
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    WRITE_TIME_MAX,
                    Duration.ofHours(1));

    private final AtomicInteger cutOff = new AtomicInteger();
    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final Events events = new Events(journal, Duration.ofMillis(20));
    private final Feed feed =
            new Feed(
                    journal,
                    events,
                    new NoGroups(),
                    SETTINGS,
                    new FeedObserver() {
                        @Override
                        public void cutOff() {
                            cutOff.incrementAndGet();
                        }
                    });

    private static final class NoGroups implements FeedRules {

        @Override
        public @Nullable String group(RecordedEvent event) {
            return null;
        }

        @Override
        public byte[] form(RecordedEvent event) {
            return new byte[0];
        }
    }

    @BeforeEach
    void start() {
        journal.start(events.waking(GroupListener.completing()));
    }

    @AfterEach
    void close() {
        feed.close();
        events.close();
        journal.close();
    }

    @Test
    void aClientThatTakesAPartTooSlowlyIsCutOff() throws Exception {
        try (FeedSubscription client = opened()) {
            assertWritingFails(
                    client,
                    new Refusing() {
                        @Override
                        public void flush() {
                            long begin = System.nanoTime();
                            while (System.nanoTime() - begin <= WRITE_TIME_MAX.toNanos()) {
                                Thread.onSpinWait();
                            }
                        }
                    });

            assertThat(cutOff).hasValue(1);
            assertThat(client.next(Duration.ZERO))
                    .isEqualTo(new FeedTurn.Ended(FeedEnd.TOO_SLOW, 0));
        }
    }

    @Test
    void aClientWhoseWriteTheContainerEndsIsCutOffOnce() throws Exception {
        try (FeedSubscription client = opened()) {
            var container =
                    new Refusing() {
                        @Override
                        public void flush() throws IOException {
                            throw new IOException(new SocketTimeoutException());
                        }
                    };
            assertWritingFails(client, container);
            assertWritingFails(client, container);

            assertThat(cutOff).hasValue(1);
        }
    }

    @Test
    void aClientThatHasGoneIsNotCountedAsTooSlow() {
        try (FeedSubscription client = opened()) {
            assertWritingFails(
                    client,
                    new Refusing() {
                        @Override
                        public void flush() throws IOException {
                            throw new IOException("broken pipe");
                        }
                    });

            assertThat(cutOff).hasValue(0);
        }
    }

    private FeedSubscription opened() {
        var all = new FeedFilter(new FeedTopic.All(), EventFilter.all());
        return ((FeedOpening.Opened) feed.open("", Feed.NOW, all)).subscription();
    }

    private static void assertWritingFails(FeedSubscription client, OutputStream out) {
        assertThatThrownBy(() -> new FeedWriter(client).write(new EventStream(SETTINGS, out)))
                .isInstanceOf(IOException.class);
    }

    /// Takes bytes; what becomes of them the flush tells.
    private abstract static class Refusing extends OutputStream {

        @Override
        public void write(int b) {}
    }
}
