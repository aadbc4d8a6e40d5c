package dev.cobnut.framework.delivery;

import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.entry;
import static dev.cobnut.framework.outbox.Entries.ofStream;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static dev.cobnut.framework.outbox.Entries.stream;
import static dev.cobnut.framework.outbox.Entries.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.Entries;
import dev.cobnut.framework.outbox.InMemoryOutboxStore;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.view.Views;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The publisher with a clock that the test moves. `nextPage(0)` polls once and never waits.
class OutboxPublisherTest {

    private static final Duration BACKOFF_MIN = Duration.ofMillis(100);
    private static final Duration BACKOFF_MAX = Duration.ofSeconds(2);
    private static final int ATTEMPTS_MAX = 3;
    private static final int SECONDS_MAX = 120;

    private final InMemoryOutboxStore store = new InMemoryOutboxStore();
    private final ParkedRecords journal = new ParkedRecords();
    private final AtomicLong nanos = new AtomicLong(TimeUnit.DAYS.toNanos(1));
    private final OutboxPublisher publisher = publisher(settings(10, 4, 1_000, ATTEMPTS_MAX));

    @Test
    void aStreamLeavesInOrderOneUnitAtATime() {
        addAndWake(ofStream(stream(1), 1, 10, T0));
        DeliveryUnit first = onlyUnit();
        assertThat(versions(first.entries())).containsExactly(1L, 2L, 3L, 4L);
        assertNothingToDo();
        deliver(first);
        DeliveryUnit second = onlyUnit();
        assertThat(versions(second.entries())).containsExactly(5L, 6L, 7L, 8L);
        deliver(second);
        DeliveryUnit third = onlyUnit();
        assertThat(versions(third.entries())).containsExactly(9L, 10L);
        deliver(third);
        assertNothingToDo();
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void aPageHoldsUnitsOfDifferentStreamsUpToItsLimit() {
        addAndWake(ofStreams(0, 25, T0, 1));
        DeliveryPage page = page();
        assertThat(page.units()).hasSize(10);
        assertThat(page.units())
                .extracting(DeliveryUnit::stream)
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(Entries::stream).toList());
        assertThat(page().units()).hasSize(10);
        assertThat(page().units()).hasSize(5);
        assertNothingToDo();
    }

    /// Small pages that queue up in front of a slow stage cost it more than the events do.
    @Test
    void whatArrivesWhileSeveralPagesAreOnTheirWayLeavesTogether() {
        List<DeliveryPage> onTheirWay = new ArrayList<>();
        for (int i = 0; i < OutboxPublisher.PAGES_MAX; i++) {
            addAndWake(ofStreams(2 * i, 2, T0 + 2L * i, 1));
            onTheirWay.add(page());
            assertThat(onTheirWay.getLast().units()).hasSize(2);
        }
        addAndWake(ofStreams(100, 3, T0 + 100, 1));
        assertNothingToDo();
        addAndWake(ofStreams(103, 4, T0 + 103, 1));
        assertNothingToDo();
        deliver(onTheirWay.get(1).units().getFirst());
        assertNothingToDo(); // a page is on its way until all of its units have arrived
        fail(onTheirWay.get(1).units().getLast(), 0);
        assertThat(page().units()).hasSize(7);
        assertNothingToDo();
    }

    @Test
    void whatDidNotArriveComesBackInFrontAfterAPause() {
        addAndWake(ofStream(stream(1), 1, 6, T0));
        fail(onlyUnit(), 2);
        addAndWake(List.of(entry(stream(1), 7, T0 + 100)));
        assertNothingToDo();
        advance(BACKOFF_MIN);
        DeliveryUnit again = onlyUnit();
        assertThat(versions(again.entries())).containsExactly(3L, 4L, 5L, 6L);
        deliver(again);
        assertThat(versions(onlyUnit().entries())).containsExactly(7L);
    }

    @Test
    void aPauseGrowsFromTheSmallestToTheLongestWithJitter() {
        OutboxPublisher patient = publisher(settings(10, 4, 1_000, 1_000));
        store.add(ofStream(stream(1), 1, 1, T0));
        List<Long> pauses = new ArrayList<>();
        DeliveryUnit unit = onlyUnit(patient);
        for (int attempt = 1; attempt <= 60; attempt++) {
            patient.acknowledge(List.of(failed(unit, 0, "fault")));
            long failedAt = nanos.get();
            unit = unitWithin(patient, BACKOFF_MAX.plusMillis(1));
            long pause = TimeUnit.NANOSECONDS.toMillis(nanos.get() - failedAt);
            long longest =
                    Math.min(
                            BACKOFF_MAX.toMillis(),
                            BACKOFF_MIN.toMillis() << Math.min(attempt - 1, 10));
            assertThat(pause).as("pause " + attempt).isBetween(longest / 2, longest + 1);
            pauses.add(pause);
        }
        List<Long> capped = pauses.subList(10, 60);
        assertThat(capped.stream().distinct().count())
                .as("streams that failed together do not come back together: " + capped)
                .isGreaterThan(20);
    }

    /// The smallest pause was shifted by up to 20 places, which overflows from 2.5 hours on: the
    /// publisher threw instead of pausing.
    @Test
    void thePauseIsCappedWhateverTheSettingsAre() {
        Duration longest = Duration.ofDays(30);
        OutboxPublisher slow =
                publisher(
                        new PublisherSettings(
                                10,
                                4,
                                100,
                                Duration.ZERO,
                                Duration.ofDays(100),
                                1_000,
                                Duration.ofDays(1),
                                longest));
        store.add(ofStream(stream(1), 1, 1, T0));
        for (int attempt = 1; attempt <= 30; attempt++) {
            DeliveryUnit unit = onlyUnit(slow);
            slow.acknowledge(List.of(failed(unit, 0, "fault")));
            assertThat(slow.nextPage(0)).isNull();
            advance(longest);
        }
    }

    @Test
    void anEventThatFailsTooOftenParksItsWholeStreamAndNoOther() {
        addAndWake(ofStream(stream(1), 1, 6, T0));
        addAndWake(ofStream(stream(2), 1, 6, T0 + 10));
        int otherDelivered = 0;
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            for (DeliveryUnit unit : page().units()) {
                if (unit.stream().equals(stream(1))) {
                    fail(unit, 0);
                } else {
                    otherDelivered += unit.entries().size();
                    deliver(unit);
                }
            }
            DeliveryPage rest = publisher.nextPage(0);
            if (rest != null) {
                for (DeliveryUnit unit : rest.units()) {
                    assertThat(unit.stream()).isEqualTo(stream(2));
                    otherDelivered += unit.entries().size();
                    deliver(unit);
                }
            }
            advance(BACKOFF_MAX);
        }
        assertNothingToDo();
        assertThat(otherDelivered).isEqualTo(6);
        assertThat(journal.countParked()).isEqualTo(1);
        assertThat(store.pendingCount()).isZero();
        assertThat(journal.of(stream(1)).version()).isEqualTo(1);
        assertThat(journal.of(stream(1)).failure()).isEqualTo("view: PlantedFault: planted fault");
        assertThat(journal.of(stream(1)).attempts()).isEqualTo(ATTEMPTS_MAX);
    }

    @Test
    void attemptsAreCountedPerEventNotPerStream() {
        int events = 4;
        addAndWake(ofStream(stream(1), 1, events, T0));
        for (int version = 1; version <= events; version++) {
            // The failure that delivered the event before is the first one of this event.
            for (int failures = version == 1 ? 0 : 1; failures < ATTEMPTS_MAX - 1; failures++) {
                fail(onlyUnit(), 0);
                assertNothingToDo();
                advance(BACKOFF_MAX);
            }
            DeliveryUnit unit = onlyUnit();
            assertThat(unit.entries().getFirst().event().version()).isEqualTo(version);
            if (version < events) {
                fail(unit, 1);
                assertNothingToDo();
                advance(BACKOFF_MAX);
            } else {
                deliver(unit);
            }
        }
        assertNothingToDo();
        assertThat(journal.countParked()).isZero();
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void anInterruptedDeliveryNeverParks() {
        addAndWake(ofStream(stream(1), 1, 4, T0));
        for (int i = 0; i < 50 * ATTEMPTS_MAX; i++) {
            publisher.acknowledge(
                    List.of(new DeliveryOutcome.Interrupted(onlyUnit(), "the map is away")));
            assertNothingToDo();
            advance(BACKOFF_MAX);
        }
        assertThat(journal.countParked()).isZero();
        DeliveryUnit unit = onlyUnit();
        assertThat(versions(unit.entries())).containsExactly(1L, 2L, 3L, 4L);
        deliver(unit);
        assertNothingToDo();
    }

    @Test
    void interruptionsAreNotCountedAsAttempts() {
        addAndWake(ofStream(stream(1), 1, 1, T0));
        for (int i = 1; i < ATTEMPTS_MAX; i++) {
            fail(onlyUnit(), 0);
            assertNothingToDo();
            advance(BACKOFF_MAX);
            publisher.acknowledge(List.of(new DeliveryOutcome.Interrupted(onlyUnit(), "away")));
            assertNothingToDo();
            advance(BACKOFF_MAX);
        }
        assertThat(journal.countParked()).isZero();
        fail(onlyUnit(), 0);
        assertNothingToDo();
        assertThat(journal.countParked()).isEqualTo(1);
    }

    @Test
    void laterEventsOfAParkedStreamLeaveTheMapToo() {
        addAndWake(ofStream(stream(1), 1, 1, T0));
        parkStream(stream(1));
        addAndWake(ofStream(stream(1), 2, 2, T0 + 10));
        addAndWake(ofStream(stream(2), 1, 1, T0 + 20));
        DeliveryUnit other = onlyUnit();
        assertThat(other.stream()).isEqualTo(stream(2));
        deliver(other);
        assertNothingToDo();
        assertThat(store.pendingCount()).isZero();
        assertThat(journal.of(stream(1)).version()).isEqualTo(1);
    }

    @Test
    void aRetryDeliversAParkedStreamFromItsFirstEventInOrder() {
        addAndWake(ofStream(stream(1), 1, 2, T0));
        parkStream(stream(1));
        addAndWake(ofStream(stream(1), 3, 2, T0 + 10));
        assertNothingToDo();

        CompletableFuture<Long> retried = publisher.retry(stream(1));
        addAndWake(List.of(entry(stream(1), 5, T0 + 20)));
        assertNothingToDo();
        assertThat(retried).isCompletedWithValue(1L);
        store.add(ofStream(stream(1), 1, 2, T0)); // by the feed
        store.add(ofStream(stream(1), 3, 2, T0 + 10));
        publisher.wake(T0);
        DeliveryUnit unit = onlyUnit();
        assertThat(versions(unit.entries())).containsExactly(1L, 2L, 3L, 4L);
        assertThat(journal.countParked()).isZero();
        fail(unit, 0); // counted from the beginning again
        assertNothingToDo();
        advance(BACKOFF_MAX);
        deliver(onlyUnit());
        assertThat(versions(onlyUnit().entries())).containsExactly(5L);
    }

    /// The journal had committed the retry, but its answer was lost. The stream stayed parked here
    /// until the next start, and a second retry answered that nothing was parked.
    @Test
    void aRetryWhoseAnswerIsLostIsReadFromTheJournalAgain() {
        List<OutboxEntry> entries = ofStream(stream(1), 1, 2, T0);
        addAndWake(entries);
        parkStream(stream(1));
        assertThat(store.pendingCount()).isZero();

        journal.loseNextAnswerOfUnpark();
        CompletableFuture<Long> retried = publisher.retry(stream(1));
        assertNothingToDo();
        assertThat(retried).isCompletedExceptionally();
        store.add(entries); // by the feed
        publisher.wake(T0);
        assertThat(versions(onlyUnit().entries())).containsExactly(1L, 2L);
    }

    @Test
    void aRetryOfAStreamOfWhichNothingIsParkedDoesNothing() {
        addAndWake(ofStream(stream(1), 1, 1, T0));
        DeliveryUnit unit = onlyUnit();
        CompletableFuture<Long> retried = publisher.retry(stream(1));
        assertNothingToDo();
        assertThat(retried).isCompletedWithValue(0L);
        deliver(unit);
        assertNothingToDo();
    }

    @Test
    void aPausedPublisherHandsOutNothingAndTakesOutcomes() {
        addAndWake(ofStream(stream(1), 1, 6, T0));
        DeliveryUnit onItsWay = onlyUnit();
        publisher.pause();
        addAndWake(ofStream(stream(2), 1, 1, T0 + 10));
        deliver(onItsWay);
        assertNothingToDo();
        publisher.resume();
        assertThat(page().units())
                .extracting(unit -> unit.entries().getFirst().key())
                .containsExactlyInAnyOrder("5@counter-1", "1@counter-2");
    }

    @Test
    void itHoldsNoMoreThanItsLimitHoweverMuchIsPending() {
        OutboxPublisher small = publisher(settings(10, 4, 25, ATTEMPTS_MAX));
        store.add(ofStreams(0, 1_000, T0, 1));
        List<DeliveryUnit> handedOut = new ArrayList<>();
        DeliveryPage page;
        while ((page = small.nextPage(0)) != null) {
            handedOut.addAll(page.units());
        }
        assertThat(handedOut).hasSize(25);
        assertThat(store.largestLimit()).isEqualTo(10);
        advance(Duration.ofSeconds(30));
        assertThat(small.nextPage(0)).isNull();

        deliver(small, handedOut.get(7));
        DeliveryUnit next = onlyUnit(small);
        assertThat(next.stream()).isEqualTo(stream(25));
        assertThat(small.nextPage(0)).isNull();
    }

    /// Each poll from the beginning started with entries that were already held, and took at most
    /// as many of them as there was room for new events. With room for one event, each poll took
    /// one held entry and 50 ms. A few failing streams with a long backlog delayed all others until
    /// they were parked.
    @Test
    void othersFlowWhileAlmostAllThatMayBeHeldWaitsForARetry() {
        Duration safetyInterval = Duration.ofSeconds(60);
        OutboxPublisher small =
                publisher(
                        new PublisherSettings(
                                10,
                                4,
                                25,
                                Duration.ZERO,
                                safetyInterval,
                                ATTEMPTS_MAX,
                                Duration.ofHours(1),
                                Duration.ofHours(1)));
        store.add(ofStreams(0, 24, T0, 1));
        DeliveryPage page;
        while ((page = small.nextPage(0)) != null) {
            for (DeliveryUnit unit : page.units()) {
                small.acknowledge(List.of(new DeliveryOutcome.Interrupted(unit, "away")));
            }
        }
        store.add(ofStreams(100, 50, T0 + 1_000, 1));
        for (int other = 100; other < 150; other++) {
            advance(safetyInterval.dividedBy(5));
            small.wake();
            DeliveryUnit unit = onlyUnit(small);
            assertThat(unit.stream()).isEqualTo(stream(other));
            deliver(small, unit);
        }
    }

    @Test
    void oneLongStreamDoesNotExceedTheLimitEither() {
        OutboxPublisher small = publisher(settings(10, 4, 25, ATTEMPTS_MAX));
        store.add(ofStream(stream(1), 1, 1_000, T0));
        int delivered = 0;
        while (delivered < 1_000) {
            DeliveryUnit unit = onlyUnit(small);
            assertThat(unit.entries().getFirst().event().version()).isEqualTo(delivered + 1);
            assertThat(small.nextPage(0)).isNull();
            delivered += unit.entries().size();
            deliver(small, unit);
        }
        assertThat(small.nextPage(0)).isNull();
    }

    @Test
    void aRestartHandsOutAgainWhatWasOnItsWayAndIgnoresTheOutcomesOfBefore() {
        addAndWake(ofStream(stream(1), 1, 6, T0));
        DeliveryUnit lost = onlyUnit();
        publisher.acknowledge(List.of(failed(lost, 0, "too late to be read")));
        publisher.restart();
        DeliveryUnit again = onlyUnit();
        assertThat(again.entries()).isEqualTo(lost.entries());
        // The old job's unit has the same content, but it is another delivery.
        publisher.acknowledge(List.of(new DeliveryOutcome.Delivered(lost)));
        assertNothingToDo();
        publisher.acknowledge(List.of(failed(lost, 0, "stale")));
        assertNothingToDo();
        deliver(again);
        assertThat(versions(onlyUnit().entries())).containsExactly(5L, 6L);
    }

    @Test
    void whatNobodyToldOfIsFoundAtTheSafetyInterval() {
        assertNothingToDo();
        store.add(ofStream(stream(1), 1, 1, T0));
        assertNothingToDo();
        advance(Duration.ofSeconds(61));
        assertThat(versions(onlyUnit().entries())).containsExactly(1L);
    }

    @Test
    void theLookFromTheBeginningHandsOutNothingTwice() {
        addAndWake(ofStream(stream(1), 1, 6, T0));
        DeliveryUnit unit = onlyUnit();
        for (int i = 0; i < 3; i++) {
            advance(Duration.ofSeconds(61));
            assertNothingToDo();
        }
        deliver(unit);
        assertThat(versions(onlyUnit().entries())).containsExactly(5L, 6L);
    }

    @Test
    void aPollThatFailsIsRepeatedAndForgetsNothing() {
        addAndWake(ofStream(stream(1), 1, 1, T0));
        store.failNextPoll();
        assertThatThrownBy(() -> publisher.nextPage(0)).hasMessageContaining("planted fault");
        publisher.wake();
        assertThat(versions(onlyUnit().entries())).containsExactly(1L);
    }

    /// When a stream could not be parked, its outcome and all later outcomes of the page were
    /// dropped. Their streams waited for an outcome that never came, until the job was started
    /// again.
    @Test
    void aStreamThatCannotBeParkedNowIsParkedLaterAndCostsOthersNothing() {
        addAndWake(ofStreams(1, 3, T0, 1));
        addAndWake(ofStream(stream(3), 2, 1, T0 + 10));
        for (int attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
            for (DeliveryUnit unit : page().units()) {
                fail(unit, 0);
            }
            assertNothingToDo();
            advance(BACKOFF_MAX);
        }
        List<DeliveryUnit> units = new ArrayList<>(page().units());
        assertThat(units).hasSize(3);
        units.sort(Comparator.comparing(unit -> unit.stream().value()));
        journal.failNextPark();
        List<DeliveryOutcome> outcomes = new ArrayList<>();
        outcomes.add(failed(units.getFirst(), 0, "planted fault"));
        outcomes.add(new DeliveryOutcome.Delivered(units.get(1)));
        outcomes.add(new DeliveryOutcome.Delivered(units.get(2)));
        store.markDelivered(ofStreams(2, 2, T0 + 1, 1));
        store.markDelivered(ofStream(stream(3), 2, 1, T0 + 10));
        publisher.acknowledge(outcomes);
        assertNothingToDo();
        addAndWake(ofStream(stream(2), 2, 1, T0 + 20));
        assertThat(onlyUnit().stream()).isEqualTo(stream(2));
        assertThat(journal.countParked()).isZero();

        advance(BACKOFF_MAX);
        fail(onlyUnit(), 0);
        assertNothingToDo();
        assertThat(journal.countParked()).isEqualTo(1);
    }

    @Test
    void whateverFailsEveryStreamArrivesCompleteAndInOrder() {
        for (int seed = 0; seed < 20; seed++) {
            arrivesCompleteAndInOrder(new Random(seed));
        }
    }

    private void arrivesCompleteAndInOrder(Random random) {
        InMemoryOutboxStore outbox = new InMemoryOutboxStore();
        Map<StreamId, List<OutboxEntry>> all = new HashMap<>();
        OutboxPublisher under =
                new OutboxPublisher(
                        outbox,
                        DeliveryOrder.asAppended(journal),
                        settings(16, 5, 60, ATTEMPTS_MAX),
                        OutboxObserver.NONE,
                        nanos::get,
                        random);
        int streams = 15;
        int perStream = 30;
        Map<StreamId, List<Long>> arrived = new HashMap<>();
        int[] added = new int[streams];
        long createdAt = T0;
        List<DeliveryUnit> onTheirWay = new ArrayList<>();
        int left = streams * perStream;
        for (int step = 0; left > 0; step++) {
            assertThat(step).isLessThan(100_000);
            int number = random.nextInt(streams);
            if (added[number] < perStream) {
                OutboxEntry next = entry(stream(number), ++added[number], createdAt++);
                all.computeIfAbsent(stream(number), _ -> new ArrayList<>()).add(next);
                journal.commit(List.of(next));
                outbox.add(List.of(next));
                under.wake();
            }
            DeliveryPage page = under.nextPage(0);
            if (page != null) {
                onTheirWay.addAll(page.units());
            }
            if (!onTheirWay.isEmpty() && random.nextInt(3) > 0) {
                DeliveryUnit unit = onTheirWay.remove(random.nextInt(onTheirWay.size()));
                int size = unit.entries().size();
                int deliveredCount = random.nextBoolean() ? size : random.nextInt(size);
                List<OutboxEntry> delivered = unit.entries().subList(0, deliveredCount);
                boolean interrupted = random.nextInt(5) == 0;
                if (!interrupted) {
                    arrived.computeIfAbsent(unit.stream(), _ -> new ArrayList<>())
                            .addAll(versions(delivered));
                    journal.publish(delivered);
                    outbox.markDelivered(delivered);
                    left -= deliveredCount;
                }
                under.acknowledge(
                        List.of(
                                interrupted
                                        ? new DeliveryOutcome.Interrupted(unit, "away")
                                        : deliveredCount == size
                                                ? new DeliveryOutcome.Delivered(unit)
                                                : failed(unit, deliveredCount, "fault")));
            }
            if (random.nextInt(50) == 0) {
                under.restart();
                onTheirWay.clear();
            }
            if (random.nextInt(20) == 0) {
                StreamId stream = stream(random.nextInt(streams));
                var _ =
                        under.retry(stream)
                                .thenAccept(events -> {
                                    if (events > 0) { // as the feed does
                                        int had = arrived.getOrDefault(stream, List.of()).size();
                                        List<OutboxEntry> every =
                                                Objects.requireNonNull(all.get(stream));
                                        outbox.add(every.subList(had, every.size()));
                                        under.wake(T0);
                                    }
                                });
            }
            advance(Duration.ofMillis(random.nextInt(500)));
        }
        assertThat(arrived.values())
                .hasSize(streams)
                .allSatisfy(order ->
                        assertThat(order)
                                .isEqualTo(
                                        IntStream.rangeClosed(1, perStream)
                                                .mapToObj(Long::valueOf)
                                                .toList()));
        assertThat(journal.countParked()).isZero();
    }

    /// Only the wake-up can end a round in time: the next poll without one is an hour away.
    @Test
    void noWakeUpIsMissed() throws Exception {
        int rounds = 20_000;
        OutboxPublisher resting = inRealTime(10, 4, 100, Duration.ZERO);
        Semaphore came = new Semaphore(0);
        Thread consumer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            for (int round = 0; round < rounds; round++) {
                                DeliveryPage page = resting.nextPage(TimeUnit.HOURS.toNanos(1));
                                Objects.requireNonNull(page)
                                        .units()
                                        .forEach(unit -> deliver(resting, unit));
                                came.release();
                            }
                        });
        for (int round = 0; round < rounds; round++) {
            store.add(List.of(entry(stream(round % 7), 1 + round, T0 + round)));
            resting.wake();
            assertThat(came.tryAcquire(SECONDS_MAX, TimeUnit.SECONDS))
                    .as("round " + round)
                    .isTrue();
        }
        assertThat(consumer.join(Duration.ofSeconds(SECONDS_MAX))).isTrue();
    }

    /// As above for the outcomes: the stream's next unit waits for nothing else.
    @Test
    void noOutcomeIsMissed() throws Exception {
        int rounds = 20_000;
        OutboxPublisher resting = inRealTime(1, 1, 10, Duration.ZERO);
        store.add(ofStream(stream(1), 1, rounds, T0));
        Semaphore came = new Semaphore(0);
        List<DeliveryUnit> units = Arrays.asList(new DeliveryUnit[rounds]);
        Thread consumer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            for (int round = 0; round < rounds; round++) {
                                DeliveryPage page = resting.nextPage(TimeUnit.HOURS.toNanos(1));
                                units.set(round, Objects.requireNonNull(page).units().getFirst());
                                came.release();
                            }
                        });
        for (int round = 0; round < rounds; round++) {
            assertThat(came.tryAcquire(SECONDS_MAX, TimeUnit.SECONDS))
                    .as("round " + round)
                    .isTrue();
            DeliveryUnit unit = units.get(round);
            assertThat(unit.entries().getFirst().event().version()).isEqualTo(round + 1);
            deliver(resting, unit);
        }
        assertThat(consumer.join(Duration.ofSeconds(SECONDS_MAX))).isTrue();
    }

    /// As above, while the publisher paces and as many pages are on their way as may be.
    @Test
    void noOutcomeIsMissedWhileTheNextPollWaitsForItsPace() throws Exception {
        int streams = OutboxPublisher.PAGES_MAX + 1; // so one is always ready
        int versions = 500;
        int rounds = OutboxPublisher.PAGES_MAX * versions; // fewer events than there are
        OutboxPublisher pacing = inRealTime(1, 1, streams * versions + 1, Duration.ofHours(1));
        for (int i = 0; i < streams; i++) {
            store.add(ofStream(stream(i), 1, versions, T0 + (long) i * versions));
        }
        Deque<DeliveryUnit> onTheirWay = new ArrayDeque<>();
        for (int i = 0; i < OutboxPublisher.PAGES_MAX; i++) {
            onTheirWay.addLast(onlyUnit(pacing));
        }
        for (int i = 0; i < streams * versions; i++) {
            assertThat(pacing.nextPage(0)).isNull(); // each call reads one event, the last none
        }
        pacing.wake(); // from now on, the next poll is an hour away
        BlockingQueue<DeliveryUnit> came = new LinkedBlockingQueue<>();
        Thread consumer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            for (int round = 0; round < rounds; round++) {
                                DeliveryPage page = pacing.nextPage(TimeUnit.HOURS.toNanos(1));
                                came.add(Objects.requireNonNull(page).units().getFirst());
                            }
                        });
        for (int round = 0; round < rounds; round++) {
            deliver(pacing, onTheirWay.removeFirst());
            DeliveryUnit unit = came.poll(SECONDS_MAX, TimeUnit.SECONDS);
            onTheirWay.addLast(Objects.requireNonNull(unit, "round " + round));
        }
        assertThat(consumer.join(Duration.ofSeconds(SECONDS_MAX))).isTrue();
    }

    private OutboxPublisher inRealTime(int pageMax, int unitMax, int heldMax, Duration pace) {
        return new OutboxPublisher(
                store,
                DeliveryOrder.asAppended(journal),
                new PublisherSettings(
                        pageMax,
                        unitMax,
                        heldMax,
                        pace,
                        Duration.ofHours(1),
                        3,
                        BACKOFF_MIN,
                        BACKOFF_MAX),
                OutboxObserver.NONE,
                System::nanoTime,
                RandomGenerator.getDefault());
    }

    private OutboxPublisher publisher(PublisherSettings settings) {
        return new OutboxPublisher(
                store,
                DeliveryOrder.asAppended(journal),
                settings,
                OutboxObserver.NONE,
                nanos::get,
                new Random(7));
    }

    private static PublisherSettings settings(
            int pageMax, int unitMax, int heldMax, int attemptsMax) {
        return new PublisherSettings(
                pageMax,
                unitMax,
                heldMax,
                Duration.ZERO,
                Duration.ofSeconds(60),
                attemptsMax,
                BACKOFF_MIN,
                BACKOFF_MAX);
    }

    private void addAndWake(List<OutboxEntry> entries) {
        journal.commit(entries);
        store.add(entries);
        publisher.wake();
    }

    private void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private DeliveryPage page() {
        return Objects.requireNonNull(publisher.nextPage(0), "nothing to do");
    }

    private DeliveryUnit onlyUnit() {
        return onlyUnit(publisher);
    }

    private static DeliveryUnit onlyUnit(OutboxPublisher publisher) {
        DeliveryPage page = Objects.requireNonNull(publisher.nextPage(0), "nothing to do");
        assertThat(page.units()).hasSize(1);
        return page.units().getFirst();
    }

    private void assertNothingToDo() {
        assertThat(publisher.nextPage(0)).isNull();
    }

    private void deliver(DeliveryUnit unit) {
        deliver(publisher, unit);
    }

    private void deliver(OutboxPublisher publisher, DeliveryUnit unit) {
        journal.publish(unit.entries());
        store.markDelivered(unit.entries());
        publisher.acknowledge(List.of(new DeliveryOutcome.Delivered(unit)));
    }

    /// It has no trace, because a random walk logs thousands of them.
    private static final class PlantedFault extends RuntimeException {

        private PlantedFault(String message) {
            super(message, null, false, false);
        }
    }

    private static DeliveryOutcome failed(DeliveryUnit unit, int deliveredCount, String message) {
        long version = unit.entries().get(deliveredCount).event().version();
        return new DeliveryOutcome.Failed(
                unit,
                deliveredCount,
                List.of(new Views.Failure("view", version, new PlantedFault(message))));
    }

    private void fail(DeliveryUnit unit, int deliveredCount) {
        journal.publish(unit.entries().subList(0, deliveredCount));
        store.markDelivered(unit.entries().subList(0, deliveredCount));
        publisher.acknowledge(List.of(failed(unit, deliveredCount, "planted fault")));
    }

    private void parkStream(StreamId stream) {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            DeliveryUnit unit = onlyUnit();
            assertThat(unit.stream()).isEqualTo(stream);
            fail(unit, 0);
            assertNothingToDo();
            advance(BACKOFF_MAX);
        }
        assertThat(journal.countParked()).isEqualTo(1);
    }

    /// Advances the clock by single milliseconds until there is a unit.
    private DeliveryUnit unitWithin(OutboxPublisher publisher, Duration longest) {
        for (long millis = 0; millis <= longest.toMillis(); millis++) {
            DeliveryPage page = publisher.nextPage(0);
            if (page != null) {
                return page.units().getFirst();
            }
            advance(Duration.ofMillis(1));
        }
        throw new AssertionError("no page within " + longest);
    }
}
