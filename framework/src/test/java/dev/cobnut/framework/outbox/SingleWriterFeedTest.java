package dev.cobnut.framework.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.DeliverablePage;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.node.TestNode;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Which events are in the map, and which wait in the journal.
class SingleWriterFeedTest {

    private static final int ENTRIES_MAX = 10;
    private static final StreamId STREAM = StreamId.of("counter", "1");
    private static final long SECONDS_MAX = 120;
    private static final long ALL = Long.MAX_VALUE;

    private final List<OutboxEntry> handed = new ArrayList<>();
    private final List<Long> behind = new ArrayList<>();
    private final InMemoryOutboxStore store = new InMemoryOutboxStore();
    private final Journal journal = InMemoryJournal.create(InstantSource.system());
    private Predicate<RecordedEvent> lost = event -> !inStore().contains(event.version());
    private final OutboxFeed feed =
            new SingleWriterFeed(
                    journal,
                    store,
                    new OutboxLimits(ENTRIES_MAX, 4),
                    event -> lost.test(event),
                    handed::addAll,
                    behind::add,
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
        assertThat(isAdmitted(feed, events)).isFalse();
        assertThat(feed.refill()).isEqualTo(4);
        assertThat(feed.refill()).isEqualTo(2);
        assertThat(feed.refill()).isZero();
        assertThat(handed).extracting(OutboxEntry::event).isEqualTo(events);
        List<RecordedEvent> direct = append(6, 2);
        assertThat(isAdmitted(feed, direct)).isTrue();
        assertThat(inStore()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L));
        assertThat(feed.inMap()).isEqualTo(8);
    }

    /// The journal's writer waited in `admit` for as long as the sweeper's last read took, and
    /// every commit behind it.
    @Test
    void theJournalsWriterDoesNotWaitForTheSweepersReadsAndWhatItCommitsMeanwhileIsNotMissed() {
        append(0, 2);
        // More than are kept for the sweeper, which reads once more; none; one that is kept.
        Deque<Integer> commits = new ArrayDeque<>(List.of(5, 0, 1));
        AtomicReference<SingleWriterFeed> writer = new AtomicReference<>();
        SingleWriterFeed slow = feedThatReads(() -> commitMeanwhile(writer.get(), commits.pop()));
        writer.set(slow);

        assertThat(slow.refill()).isEqualTo(2);
        assertThat(slow.refill()).isEqualTo(4);
        assertThat(slow.refill()).isEqualTo(2);
        assertThat(slow.refill()).isZero();

        assertThat(commits).isEmpty();
        assertThat(isAdmitted(slow, append(8, 1))).as("it is at the journal's end").isTrue();
        assertThat(inStore()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
        assertThat(slow.inMap()).isEqualTo(9);
    }

    /// As the journal's writer does it, on a thread of its own.
    private void commitMeanwhile(SingleWriterFeed slow, int events) {
        List<RecordedEvent> committed =
                events == 0 ? List.of() : append(journal.lastPosition(), events);
        try {
            Void _ =
                    CompletableFuture.runAsync(() -> slow.admit(committed))
                            .get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the journal's writer waits for a read of the sweeper", e);
        }
    }

    /// A feed over the journal, each of whose reads runs something when it has read.
    private SingleWriterFeed feedThatReads(Runnable afterRead) {
        Journal slow =
                (Journal)
                        Proxy.newProxyInstance(
                                Journal.class.getClassLoader(),
                                new Class<?>[] {Journal.class},
                                (_, method, arguments) -> {
                                    Object result = method.invoke(journal, arguments);
                                    if (method.getName().equals("readDeliverable")) {
                                        afterRead.run();
                                    }
                                    return result;
                                });
        return new SingleWriterFeed(
                slow,
                store,
                new OutboxLimits(ENTRIES_MAX, 4),
                event -> lost.test(event),
                handed::addAll,
                behind::add,
                OutboxObserver.NONE);
    }

    @Test
    void eventsBehindVeryManyOfParkedStreamsAreLoadedAndComparedInSeveralReads() {
        List<RecordedEvent> parked = append(0, DeliverablePage.EXAMINED_MAX + 1);
        journal.park(List.of(new ParkedStream(parked.getFirst(), 8, "planted fault")));
        StreamId other = StreamId.of("counter", "behind");
        List<RecordedEvent> behind = append(other, 0, 2, "1");

        assertThat(feed.refill()).as("there are more").isPositive();
        assertThat(feed.inMap()).isZero();
        assertThat(feed.refill()).isPositive();
        assertThat(feed.inMap()).isEqualTo(2);
        assertThat(isAdmitted(feed, append(other, 2, 1, "1"))).as("directly from now on").isTrue();

        lost = event -> event.equals(behind.getFirst());
        store.markDelivered(store.pollPending(0, 1));
        assertThat(feed.restoreLost(ALL, 100)).as("the parked ones are looked at").isZero();
        assertThat(feed.restoreLost(ALL, 100)).isEqualTo(1);
    }

    @Test
    void whatIsInTheMapAlreadyIsNotAdmittedAgain() {
        List<RecordedEvent> events = append(0, 3);
        feed.refill();
        feed.refill();
        handed.clear();
        feed.admit(events);
        assertThat(handed).isEmpty();
        assertThat(feed.inMap()).isEqualTo(3);
    }

    @Test
    void theMapNeverHoldsMoreThanItsLimitAndTheOrderIsKept() {
        feed.refill();
        assertThat(isAdmitted(feed, append(0, 8))).isTrue();
        assertThat(isAdmitted(feed, append(8, 5))).isFalse();
        assertThat(isAdmitted(feed, append(13, 1))).as("not past those that wait").isFalse();
        assertThat(inStore()).hasSize(8);
        assertThat(feed.refill()).isEqualTo(2);
        assertThat(feed.refill()).isZero();
        assertThat(inStore()).hasSize(ENTRIES_MAX).last().isEqualTo(10L);

        deliver(6);
        assertThat(feed.refill()).isEqualTo(4);
        assertThat(feed.refill()).isZero();
        assertThat(inStore()).isEqualTo(List.of(7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L));
        assertThat(isAdmitted(feed, append(14, 1))).isTrue();
        assertThat(inStore()).last().isEqualTo(15L);
    }

    /// Events of a parked stream are in no map. A retry brings all of them back, once each and in
    /// their order, although younger events of the stream are in the map.
    @Test
    void eventsOfAParkedStreamTakeNoRoomAndComeBackInTheirOrderAfterARetry() {
        feed.refill();
        List<RecordedEvent> events = append(0, 5);
        feed.admit(events);
        journal.park(List.of(new ParkedStream(events.get(1), 8, "planted fault")));
        List<OutboxEntry> dropped = store.pollPending(events.getFirst().recordedAtMicros(), 10);
        store.markDelivered(dropped);
        feed.left(dropped.size());
        assertThat(feed.inMap()).isEqualTo(1);
        assertThat(feed.restoreLost(ALL, 100)).as("parked events are not lost").isZero();

        List<RecordedEvent> younger = append(5, 1);
        feed.admit(younger);
        feed.unparking();
        assertThat(journal.unpark(STREAM)).isEqualTo(5);
        feed.unparked(true);
        handed.clear();
        while (feed.refill() > 0) {
            assertThat(feed.inMap()).isLessThanOrEqualTo(ENTRIES_MAX);
        }

        assertThat(handed).as("older ones are not handed over after younger ones").isEmpty();
        assertThat(inStore()).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L, 6L));
        assertThat(feed.inMap()).isEqualTo(6);
        assertThat(behind).as("the publisher has polled beyond them").isNotEmpty();
        assertThat(behind.getFirst()).isEqualTo(events.get(1).recordedAtMicros());
        assertThat(isAdmitted(feed, append(6, 1))).as("directly again").isTrue();
    }

    /// The journal had unparked a stream, and the feed was not told yet. The stream's events looked
    /// like lost ones. They were put back without being counted, and the count of the map was below
    /// zero for good after their delivery.
    @Test
    void eventsThatAreBeingUnparkedAreNotLost() {
        feed.refill();
        List<RecordedEvent> events = append(0, 5);
        feed.admit(events);
        journal.park(List.of(new ParkedStream(events.get(1), 8, "planted fault")));
        List<OutboxEntry> dropped = store.pollPending(events.getFirst().recordedAtMicros(), 10);
        store.markDelivered(dropped);
        feed.left(dropped.size());
        feed.unparking();
        assertThat(journal.unpark(STREAM)).isEqualTo(4);

        assertThat(feed.restoreLost(ALL, 100)).isZero();

        feed.unparked(true);
        while (feed.refill() > 0) {
            assertThat(feed.inMap()).isLessThanOrEqualTo(ENTRIES_MAX);
        }
        assertThat(feed.inMap()).isEqualTo(5);
        deliver(5);
        assertThat(feed.inMap()).isZero();
        feed.unparking();
        assertThat(journal.unpark(STREAM)).isZero();
        feed.unparked(false);
        assertThat(isAdmitted(feed, append(5, 1)))
                .as("a retry without events reads nothing")
                .isTrue();
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
        List<RecordedEvent> events = append(0, 5);
        feed.admit(events);
        store.markDelivered(store.pollPending(0, 2)); // gone without a delivery
        int restored = feed.restoreLost(ALL, 100);
        assertThat(restored).isEqualTo(2);
        assertThat(behind)
                .as("the publisher has polled beyond them")
                .containsExactly(events.getFirst().recordedAtMicros());
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
        long butTheLast = events.getLast().position() - 1;
        lost = _ -> true;
        assertThat(feed.restoreLost(butTheLast, 100)).isEqualTo(2);
        assertThat(feed.restoreLost(ALL, 100)).isEqualTo(3);
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
        assertThat(feed.restoreLost(ALL, 100)).isZero();
        assertThat(inStore()).isEqualTo(List.of(4L, 5L));
        assertThat(feed.inMap()).isEqualTo(2);
    }

    @Test
    void eventsThatWouldTakeTooMuchMemoryWaitInTheJournal() {
        OutboxFeed small =
                new SingleWriterFeed(
                        journal,
                        store,
                        new OutboxLimits(1_000, 3L * EventPage.BYTES_MAX, 100),
                        event -> lost.test(event),
                        handed::addAll,
                        behind::add,
                        OutboxObserver.NONE);
        AtomicInteger woken = new AtomicInteger();
        small.onRoom(woken::incrementAndGet);
        String large = "x".repeat(EventPage.BYTES_MAX / 2);
        assertThat(small.refill()).isZero(); // direct from now on

        int admitted = 0;
        while (isAdmitted(small, append(admitted, 1, large))) {
            admitted++;
        }
        assertThat(admitted).isBetween(4, 6);
        append(admitted + 1, 1, large);
        assertThat(small.refill()).isZero();

        List<OutboxEntry> entries = store.pollPending(0, 100);
        store.markDelivered(entries);
        await().atMost(Duration.ofSeconds(SECONDS_MAX))
                .until(() -> {
                    small.left(0);
                    return woken.get() > 0;
                });
        small.left(entries.size());
        assertThat(small.refill()).isEqualTo(2);
        assertThat(small.inMap()).isEqualTo(2);
    }

    /// Only a refill that had stopped for the bytes was woken again. After an overflow without such
    /// a refill, the events waited for the periodic turn.
    @Test
    void theSweeperIsWokenWhenThereAreBytesAgainAfterAnOverflow() {
        OutboxFeed small =
                new SingleWriterFeed(
                        journal,
                        store,
                        new OutboxLimits(1_000, 3L * EventPage.BYTES_MAX, 100),
                        event -> lost.test(event),
                        handed::addAll,
                        behind::add,
                        OutboxObserver.NONE);
        AtomicInteger woken = new AtomicInteger();
        small.onRoom(woken::incrementAndGet);
        String large = "x".repeat(EventPage.BYTES_MAX / 2);
        assertThat(small.refill()).isZero(); // direct from now on
        int admitted = 0;
        while (isAdmitted(small, append(admitted, 1, large))) {
            admitted++;
        }
        assertThat(woken).as("entries are in the map").hasValue(0);

        List<OutboxEntry> entries = store.pollPending(0, 100);
        store.markDelivered(entries);
        small.left(entries.size());
        assertThat(woken).hasValue(1);
        assertThat(small.refill()).as("an empty map has room").isPositive();
        assertThat(inStore()).contains(admitted + 1L);
    }

    /// An event that is larger than the limit overflowed an empty map, and no entry was there that
    /// could leave and wake the sweeper.
    @Test
    void anEventLargerThanTheLimitPassesThroughAnEmptyMap() {
        OutboxFeed small =
                new SingleWriterFeed(
                        journal,
                        store,
                        new OutboxLimits(1_000, 1_000, 100),
                        event -> lost.test(event),
                        handed::addAll,
                        behind::add,
                        OutboxObserver.NONE);
        AtomicInteger woken = new AtomicInteger();
        small.onRoom(woken::incrementAndGet);
        assertThat(small.refill()).isZero(); // direct from now on
        assertThat(isAdmitted(small, append(0, 1, "x".repeat(2_000)))).isFalse();
        assertThat(woken).hasValue(1);
        assertThat(small.refill()).isPositive();
        assertThat(inStore()).containsExactly(1L);
    }

    /// True when the events are in the map, which the feed tells by handing them over.
    private boolean isAdmitted(OutboxFeed feed, List<RecordedEvent> events) {
        handed.clear();
        feed.admit(events);
        return handed.stream().map(OutboxEntry::event).toList().equals(events);
    }

    private List<RecordedEvent> append(long version, int count) {
        return append(version, count, "1");
    }

    private List<RecordedEvent> append(long version, int count, String content) {
        return append(STREAM, version, count, content);
    }

    private List<RecordedEvent> append(StreamId stream, long version, int count, String content) {
        List<RecordedEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            ExpectedVersion.of(version + i),
                            List.of(TestNode.event("Counted", content)),
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
