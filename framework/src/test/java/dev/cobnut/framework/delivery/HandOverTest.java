package dev.cobnut.framework.delivery;

import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.entry;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static dev.cobnut.framework.outbox.Entries.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.outbox.InMemoryOutboxStore;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Entries of a node's own appends: its publisher takes them without a query of the store.
class HandOverTest {

    private static final int PAGE_MAX = 10;
    private static final int HELD_MAX = 20;
    private static final int SECONDS_MAX = 120;
    private static final Duration SAFETY_INTERVAL = Duration.ofSeconds(60);

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final InMemoryOutboxStore store = new InMemoryOutboxStore();
    private int pollsBefore;
    private long nanos;
    private final OutboxPublisher publisher =
            new OutboxPublisher(
                    store,
                    DeliveryOrder.byVersion(journal, 4),
                    settings(SAFETY_INTERVAL),
                    OutboxObserver.NONE,
                    () -> nanos,
                    new Random(7));

    @BeforeEach
    void pollTheEmptyStore() {
        assertThat(publisher.nextPage(0)).isNull();
        pollsBefore = store.polls();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void whatIsHandedOverNeedsNoQuery() {
        for (int page = 0; page < 3; page++) {
            addAndHandOver(ofStreams(PAGE_MAX * page, PAGE_MAX, T0 + (long) PAGE_MAX * page, 1));
            assertThat(delivered()).hasSize(PAGE_MAX);
        }
        assertThat(queries()).isZero();
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void moreThanAPageIsTakenPageByPage() {
        addAndHandOver(ofStreams(0, PAGE_MAX + 5, T0, 1));
        assertThat(delivered()).hasSize(PAGE_MAX + 5);
        assertThat(queries()).isZero();
    }

    @Test
    void entriesOfOthersAreFoundBesideThem() {
        addAndHandOver(List.of(entry(stream(1), 1, T0 + 10)));
        assertThat(delivered()).containsExactly(stream(1));

        store.add(List.of(entry(stream(2), 1, T0 + 5))); // by another member, which announces it
        publisher.wake(T0 + 5);
        addAndHandOver(List.of(entry(stream(3), 1, T0 + 2))); // and came to the map late
        assertThat(delivered()).containsExactlyInAnyOrder(stream(2), stream(3));
        assertThat(queries()).isPositive();
        assertThat(publisher.nextPage(0)).isNull();
    }

    @Test
    void whatFindsNoRoomIsPolled() {
        int more = HandedEntries.ENTRIES_MAX + 1;
        publisher.pause();
        for (int i = 0; i < more; i++) {
            addAndHandOver(
                    List.of(entry(stream(i), 1, T0 + more - i))); // the last one is the first
        }
        publisher.resume();
        assertThat(delivered()).hasSize(more).doesNotHaveDuplicates();
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void whatThePublisherCannotHoldIsTakenLater() {
        addAndHandOver(ofStreams(0, PAGE_MAX, T0 + 100, 1));
        DeliveryPage first = page();
        addAndHandOver(ofStreams(PAGE_MAX, 5, T0 + 50, 1));
        DeliveryPage second = page();
        addAndHandOver(ofStreams(PAGE_MAX + 5, PAGE_MAX, T0, 1)); // there is room for five of them
        DeliveryPage third = page();
        assertThat(third.units()).hasSize(5);
        deliver(first);
        deliver(second);
        deliver(third);

        assertThat(delivered()).hasSize(5);
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void whatTheStoreHadNoRoomForIsDeliveredOnce() {
        List<OutboxEntry> refused = List.of(entry(stream(1), 1, T0));
        publisher.handOver(refused);
        assertThat(delivered()).containsExactly(stream(1));
        addAndHandOver(refused); // by a refill that began before
        assertThat(delivered()).isEmpty();
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void aJobThatStartsAgainFindsWhatWasHandedOver() {
        addAndHandOver(ofStreams(0, 3, T0, 1));
        publisher.restart();
        assertThat(delivered()).hasSize(3);
        assertThat(publisher.nextPage(0)).isNull();
    }

    @Test
    void whatIsFoundFromTheBeginningMeanwhileIsDeliveredOnce() {
        addAndHandOver(ofStreams(0, 3, T0, 1));
        nanos += SAFETY_INTERVAL.toNanos();
        assertThat(delivered()).containsExactly(stream(0), stream(1), stream(2));
        assertThat(publisher.nextPage(0)).isNull();

        addAndHandOver(ofStreams(3, 2, T0 + 3, 1));
        DeliveryPage onItsWay = page();
        nanos += SAFETY_INTERVAL.toNanos();
        assertThat(publisher.nextPage(0)).as("found, and held already").isNull();
        deliver(onItsWay);
        assertThat(delivered()).isEmpty();
    }

    @Test
    void onASingleNodeWhoFollowsTheEndNeedsNoQuery() {
        OutboxPublisher single = singleNode();
        for (int page = 0; page < 3; page++) {
            List<OutboxEntry> own =
                    ofStreams(PAGE_MAX * page, PAGE_MAX, T0 + (long) PAGE_MAX * page, 1);
            store.add(own);
            single.handOver(own);
            assertThat(delivered(single)).hasSize(PAGE_MAX);
        }
        assertThat(queries()).isZero();
        assertThat(store.pendingCount()).isZero();
    }

    /// An entry is handed over after it was added. A poll from the beginning may come in between.
    @Test
    void onASingleNodeWhatAPollHasFoundBeforeIsNotDeliveredAgain() {
        OutboxPublisher single = singleNode();
        List<OutboxEntry> own = ofStreams(0, 3, T0, 1);
        store.add(own);
        nanos += SAFETY_INTERVAL.toNanos();
        assertThat(delivered(single)).hasSize(3);
        single.handOver(own);
        assertThat(delivered(single)).isEmpty();

        List<OutboxEntry> next = ofStreams(3, 2, T0 + 3, 1);
        store.add(next);
        single.handOver(next);
        assertThat(delivered(single)).containsExactly(stream(3), stream(4));
        assertThat(store.pendingCount()).isZero();
    }

    private OutboxPublisher singleNode() {
        OutboxPublisher single =
                new OutboxPublisher(
                        store,
                        DeliveryOrder.asAppended(journal),
                        settings(SAFETY_INTERVAL),
                        OutboxObserver.NONE,
                        () -> nanos,
                        new Random(7));
        assertThat(single.nextPage(0)).isNull();
        pollsBefore = store.polls();
        return single;
    }

    /// Only the wake-ups can bring an entry in time: the next poll without one is an hour away.
    @Test
    void nothingIsMissedOrRepeatedWhileOthersAnnounceTheirEntries() throws Exception {
        int each = 5_000;
        OutboxPublisher busy =
                new OutboxPublisher(
                        store,
                        DeliveryOrder.byVersion(journal, 4),
                        settings(Duration.ofHours(1)),
                        OutboxObserver.NONE,
                        System::nanoTime,
                        new Random(7));
        BlockingQueue<StreamId> came = new LinkedBlockingQueue<>();
        Thread consumer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            for (int left = 2 * each; left > 0; ) {
                                DeliveryPage page = busy.nextPage(TimeUnit.HOURS.toNanos(1));
                                for (DeliveryUnit unit : Objects.requireNonNull(page).units()) {
                                    came.add(unit.stream());
                                    left--;
                                }
                                deliver(busy, page);
                            }
                        });
        Thread others =
                Thread.ofPlatform()
                        .start(() -> {
                            for (int i = 0; i < each; i++) {
                                long createdAt = T0 + 2L * i;
                                store.add(List.of(entry(stream(2 * i), 1, createdAt)));
                                busy.wake(createdAt);
                            }
                        });
        for (int i = 0; i < each; i++) {
            List<OutboxEntry> own = List.of(entry(stream(2 * i + 1), 1, T0 + 2L * i + 1));
            store.add(own);
            busy.handOver(own);
        }
        assertThat(others.join(Duration.ofSeconds(SECONDS_MAX))).isTrue();
        assertThat(consumer.join(Duration.ofSeconds(SECONDS_MAX))).isTrue();
        assertThat(came).hasSize(2 * each).doesNotHaveDuplicates();
        assertThat(store.pendingCount()).isZero();
    }

    private int queries() {
        return store.polls() - pollsBefore;
    }

    private void addAndHandOver(List<OutboxEntry> added) {
        store.add(added);
        publisher.handOver(added);
    }

    private static PublisherSettings settings(Duration safetyInterval) {
        return new PublisherSettings(
                PAGE_MAX,
                4,
                HELD_MAX,
                Duration.ZERO,
                safetyInterval,
                3,
                Duration.ofMillis(100),
                Duration.ofSeconds(10));
    }

    private DeliveryPage page() {
        return Objects.requireNonNull(publisher.nextPage(0), "nothing to do");
    }

    /// Delivers until there is nothing left.
    private List<StreamId> delivered() {
        return delivered(publisher);
    }

    private List<StreamId> delivered(OutboxPublisher from) {
        List<StreamId> streams = new ArrayList<>();
        DeliveryPage page;
        while ((page = from.nextPage(0)) != null) {
            page.units().forEach(unit -> streams.add(unit.stream()));
            deliver(from, page);
        }
        return streams;
    }

    private void deliver(DeliveryPage page) {
        deliver(publisher, page);
    }

    private void deliver(OutboxPublisher from, DeliveryPage page) {
        for (DeliveryUnit unit : page.units()) {
            store.markDelivered(unit.entries());
            from.acknowledge(List.of(new DeliveryOutcome.Delivered(unit)));
        }
    }
}
