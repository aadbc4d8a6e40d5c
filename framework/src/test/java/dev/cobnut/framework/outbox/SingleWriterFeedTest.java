package dev.cobnut.framework.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.node.TestNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which events are in the map, and which wait in the journal.
class SingleWriterFeedTest {

    private static final int ENTRIES_MAX = 10;
    private static final int PARKED_MAX = 3;
    private static final long SECONDS_MAX = 20;
    private static final long NOW = Long.MAX_VALUE;

    private int parked;
    private final InMemoryOutboxStore store = new InMemoryOutboxStore();
    private final Journal journal = InMemoryJournal.create(InstantSource.system());
    private Predicate<RecordedEvent> lost = event -> !inStore().contains(event.version());
    private final OutboxFeed feed =
            new SingleWriterFeed(
                    journal,
                    store,
                    new OutboxLimits(ENTRIES_MAX, PARKED_MAX, 4),
                    () -> parked,
                    event -> lost.test(event),
                    OutboxObserver.NONE);

    @BeforeEach
    void start() {
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void afterTheStartEverythingComesFromTheJournalUntilItsEndIsReached() {
        List<RecordedEvent> events = append(0, 6);
        assertThat(feed.admit(events)).isFalse();
        assertThat(feed.refill()).isEqualTo(4);
        assertThat(feed.refill()).isEqualTo(2);
        assertThat(feed.refill()).isZero();
        List<RecordedEvent> direct = append(6, 2);
        assertThat(feed.admit(direct)).isTrue();
        assertThat(inStore()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L));
        assertThat(feed.inMap()).isEqualTo(8);
    }

    @Test
    void whatIsInTheMapAlreadyIsNotAdmittedAgain() {
        List<RecordedEvent> events = append(0, 3);
        feed.refill();
        feed.refill();
        assertThat(feed.admit(events)).isTrue();
        assertThat(feed.inMap()).isEqualTo(3);
    }

    @Test
    void theMapNeverHoldsMoreThanItsLimitAndTheOrderIsKept() {
        feed.refill();
        assertThat(feed.admit(append(0, 8))).isTrue();
        assertThat(feed.admit(append(8, 5))).isFalse();
        assertThat(feed.admit(append(13, 1))).as("not past those that wait").isFalse();
        assertThat(inStore()).hasSize(8);
        assertThat(feed.refill()).isEqualTo(2);
        assertThat(feed.refill()).isZero();
        assertThat(inStore()).hasSize(ENTRIES_MAX).last().isEqualTo(10L);

        deliver(6);
        assertThat(feed.refill()).isEqualTo(4);
        assertThat(feed.refill()).isZero();
        assertThat(inStore()).isEqualTo(List.of(7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L));
        assertThat(feed.admit(append(14, 1))).isTrue();
        assertThat(inStore()).last().isEqualTo(15L);
    }

    @Test
    void parkedEntriesTakeNoRoomFromTheOthersUpToTheirOwnLimit() {
        feed.refill();
        assertThat(feed.admit(append(0, 10))).isTrue();
        parked = 2;
        assertThat(feed.admit(append(10, 2))).isTrue();
        parked = 100;
        assertThat(feed.admit(append(12, 1))).as("room for three parked ones").isTrue();
        assertThat(feed.admit(append(13, 1))).isFalse();
    }

    @Test
    void theSweeperIsWokenWhenHalfOfTheMapIsFreeAgain() {
        List<String> woken = new ArrayList<>();
        feed.onRoom(() -> woken.add("woken"));
        feed.refill();
        feed.admit(append(0, 10));
        deliver(5);
        assertThat(woken).isEmpty();
        deliver(1);
        assertThat(woken).hasSize(1);
        deliver(2);
        assertThat(woken).hasSize(1);
    }

    @Test
    void entriesThatTheMapLostArePutBack() {
        feed.refill();
        feed.admit(append(0, 5));
        store.markDelivered(store.pollPending(0, 2)); // gone without a delivery
        int restored = feed.restoreLost(NOW, 100);
        assertThat(restored).isEqualTo(2);
        assertThat(inStore()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L));
        assertThat(feed.inMap()).isEqualTo(5);
    }

    @Test
    void youngEventsAndThoseThatWaitInTheJournalAreNotLost() {
        feed.refill();
        List<RecordedEvent> events = append(0, 3);
        feed.admit(events);
        append(3, 3); // not admitted yet
        store.markDelivered(store.pollPending(0, 10));
        long before = events.getLast().recordedAtMicros();
        lost = _ -> true;
        assertThat(feed.restoreLost(before, 100)).isEqualTo(2);
        assertThat(feed.restoreLost(NOW, 100)).isEqualTo(3);
    }

    /// The journal was read, and then the map was checked event by event. Meanwhile the pipeline
    /// delivered events and deleted their entries. Such an entry counted as lost: it was put back,
    /// delivered again, and subtracted twice from the count of the map, which raised the limit of
    /// the map for good.
    @Test
    void whatWasDeliveredMeanwhileIsNotLost() {
        feed.refill();
        feed.admit(append(0, 5));
        lost =
                event -> {
                    if (event.version() == 1) {
                        deliver(3);
                    }
                    return !inStore().contains(event.version());
                };
        assertThat(feed.restoreLost(NOW, 100)).isZero();
        assertThat(inStore()).isEqualTo(List.of(4L, 5L));
        assertThat(feed.inMap()).isEqualTo(2);
    }

    private List<RecordedEvent> append(long version, int count) {
        List<RecordedEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AppendRequest request =
                    AppendRequest.of(
                            StreamId.of("counter", "1"),
                            ExpectedVersion.of(version + i),
                            List.of(TestNode.event("Counted", "1")),
                            null);
            journal.append(request);
            AppendResult result = request.result().orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();
            events.addAll(((AppendResult.Appended) result).events());
        }
        return events;
    }

    /// As the pipeline does: recorded in the journal, then deleted, then told.
    private void deliver(int count) {
        List<OutboxEntry> page = store.pollPending(0, count);
        Publication publication =
                Publication.of(
                        page.stream().map(entry -> entry.event().position()).toList(), List.of());
        journal.publish(publication);
        publication.done().orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();
        store.markDelivered(page);
        feed.left(page.size());
    }

    /// Versions, in the order of their times.
    private List<Long> inStore() {
        return Entries.versions(store.pollPending(0, 1_000));
    }
}
