package dev.cobnut.framework.statistic;

import static dev.cobnut.framework.statistic.Takings.NAME;
import static dev.cobnut.framework.statistic.Takings.SOON;
import static dev.cobnut.framework.statistic.Takings.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.statistic.Takings.Taken;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// The sums are those of a fold of the journal, whatever happens to the job.
class StatisticsTest {

    private static final List<HazelcastInstance> MEMBER = new ArrayList<>();

    enum Disturbance {
        NONE,
        WAIT,
        FAIL_READS,
        FAIL_COMMIT,
        RESTART
    }

    record Step(int till, List<Taken> taken, Disturbance then) {}

    @BeforeContainer
    static void startMember() {
        MEMBER.add(TestNode.member());
    }

    @AfterContainer
    static void stopMember() {
        MEMBER.removeLast().shutdown();
    }

    /// A journal whose reads can fail, and the statistic of it.
    private static final class Shop implements AutoCloseable {

        private final InMemoryJournal own = InMemoryJournal.create(InstantSource.system());
        private final CursorsInFront cursors = new CursorsInFront(own.cursors());
        private final Journal journal =
                new FaultyJournal(own) {
                    @Override
                    public Cursors cursors() {
                        return cursors;
                    }
                };
        private Takings takings = new Takings();
        private Statistics statistics = statistics();

        Shop() {
            own.start(GroupListener.completing());
            statistics.start();
        }

        private Statistics statistics() {
            return new Statistics(
                    List.of(takings), journal, MEMBER.getFirst(), InstantSource.system());
        }

        /// As a member that starts again: nothing is in its memory.
        void restart() {
            statistics.close();
            takings = new Takings();
            statistics = statistics();
            statistics.start();
        }

        void failReads() {
            int before = cursors.failedReads();
            cursors.failReads(true);
            await().atMost(SOON).until(() -> cursors.failedReads() > before);
            cursors.failReads(false);
        }

        void awaitAll() {
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(takings.position()).isEqualTo(own.lastPosition()));
            takings.requireFold(own);
        }

        @Override
        public void close() {
            statistics.close();
            own.close();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Taken> taken =
                Combinators.combine(
                                Arbitraries.integers().between(0, 23),
                                Arbitraries.longs().between(-3, 100))
                        .as(Taken::new);
        return Combinators.combine(
                        Arbitraries.integers().between(1, 3),
                        taken.list().ofMinSize(1).ofMaxSize(30),
                        Arbitraries.frequencyOf(
                                Tuple.of(6, Arbitraries.just(Disturbance.NONE)),
                                Tuple.of(1, Arbitraries.just(Disturbance.WAIT)),
                                Tuple.of(1, Arbitraries.just(Disturbance.FAIL_READS)),
                                Tuple.of(1, Arbitraries.just(Disturbance.FAIL_COMMIT)),
                                Tuple.of(1, Arbitraries.just(Disturbance.RESTART))))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    @Property(tries = 12)
    void theSumsAreThoseOfAFoldWhateverHappensToTheJob(@ForAll("steps") List<Step> steps) {
        try (Shop shop = new Shop()) {
            for (Step step : steps) {
                long _ = append(shop.own, step.till(), step.taken());
                switch (step.then()) {
                    case NONE -> {}
                    case WAIT -> shop.awaitAll();
                    case FAIL_READS -> shop.failReads();
                    case FAIL_COMMIT -> shop.takings.failingCommits.set(1);
                    case RESTART -> shop.restart();
                }
            }
            shop.awaitAll();
        }
    }

    @Example
    void theCheckSeesAWrongSum() {
        try (Shop shop = new Shop()) {
            long position = append(shop.own, 1, List.of(new Taken(9, 5), new Taken(10, 7)));
            shop.awaitAll();
            shop.takings.commit(
                    position, List.of(new Statistic.Change<>(9, new long[] {1}))); // once too often
            assertThatThrownBy(() -> shop.takings.requireFold(shop.own))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("sums through position 2");
        }
    }

    @Example
    void anEmptyJournalIsCompleteAndAJobWithoutEventsEndsUntilThereAreSome() {
        try (Shop shop = new Shop()) {
            await().atMost(SOON).until(() -> shop.statistics.status(NAME).asOf() != null);
            Instant upTo = Objects.requireNonNull(shop.statistics.status(NAME).asOf());
            assertThat(upTo).isEqualTo(upTo.truncatedTo(ChronoUnit.MICROS));
            long _ = append(shop.own, 1, List.of(new Taken(9, 5)));
            shop.awaitAll();
            await().atMost(SOON).until(() -> !shop.statistics.isRunning(NAME));
            Instant ended = Instant.now();
            await().atMost(SOON) // it is known to be complete without a job
                    .until(() -> ended.isBefore(shop.statistics.status(NAME).asOf()));
            assertThat(shop.statistics.isRunning(NAME)).isFalse();
            long _ = append(shop.own, 1, List.of(new Taken(8, 2)));
            shop.awaitAll();
            assertThat(shop.statistics.status(NAME).restarts()).isZero();
        }
    }

    @Example
    void aJournalThatLostEventsIsReadFromTheBeginning() {
        try (Shop shop = new Shop();
                InMemoryJournal standby = InMemoryJournal.create(InstantSource.system())) {
            standby.start(GroupListener.completing());
            long _ = append(shop.own, 1, List.of(new Taken(9, 5), new Taken(10, 7)));
            shop.awaitAll();
            long _ = append(standby, 1, List.of(new Taken(9, 5)));
            long _ = append(standby, 2, List.of(new Taken(9, 6), new Taken(11, 1)));
            shop.cursors.exchangeFor(standby.cursors());
            long _ = append(shop.own, 2, List.of(new Taken(9, 6))); // wakes a job that has ended
            await().atMost(SOON)
                    .untilAsserted(() -> {
                        assertThat(shop.takings.begins).hasValue(2);
                        assertThat(shop.takings.position()).isEqualTo(3);
                        shop.takings.requireFold(standby);
                    });
        }
    }

    /// In a cluster, a job waited without an end for another member, whose answer was lost with its
    /// connection. Nothing was summed up, and the job counted as running.
    @Example
    void aJobThatDoesNothingIsGivenUpAndChangesNothingWhenItGoesOn() {
        CountDownLatch stuck = new CountDownLatch(1);
        try (Shop shop = new Shop()) {
            shop.takings.stuck.set(stuck);
            long _ = append(shop.own, 1, List.of(new Taken(9, 5), new Taken(10, 7)));
            shop.awaitAll();
            assertThat(shop.statistics.status(NAME).restarts()).isEqualTo(1);
            stuck.countDown();
            long _ = append(shop.own, 1, List.of(new Taken(9, 5)));
            shop.awaitAll();
        } finally {
            stuck.countDown();
        }
    }

    /// The source gave up the job when the edge to the window was full. Under load it was full in
    /// every second, so the job never came forward.
    @Example
    void aWindowThatIsSlowerThanTheSourceHasTheSourceWait() {
        CountDownLatch slow = new CountDownLatch(1);
        try (Shop shop = new Shop()) {
            shop.takings.slow = slow;
            shop.takings.inPieces = true;
            long _ = append(shop.own, 1, List.of(new Taken(9, 5_000))); // an edge holds 1 024
            await().atMost(SOON).until(() -> shop.takings.facts.get() >= 5_000);
            slow.countDown();
            shop.awaitAll();
            assertThat(shop.statistics.status(NAME).restarts()).isZero();
        } finally {
            slow.countDown();
        }
    }

    @Example
    void manyEventsOfOneMomentAreReadInManyPages() {
        try (Shop shop = new Shop()) {
            List<Taken> hundred =
                    IntStream.range(0, 100).mapToObj(i -> new Taken(i % 24, i)).toList();
            for (int i = 0; i < 200; i++) {
                long _ = append(shop.own, i % 7, hundred);
            }
            shop.awaitAll();
            shop.restart();
            await().atMost(SOON).until(() -> shop.statistics.status(NAME).asOf() != null);
            assertThat(shop.takings.position()).isEqualTo(shop.own.lastPosition());
            shop.takings.requireFold(shop.own);
        }
    }

    @Example
    void whatIsOlderThanTheHistoryIsNotReadAndThePositionSaysSo() {
        Instant old = Instant.now().minus(Duration.ofDays(2));
        Takings takings = new Takings();
        try (InMemoryJournal journal = InMemoryJournal.create(() -> old)) {
            journal.start(GroupListener.completing());
            long last = append(journal, 1, List.of(new Taken(9, 5), new Taken(10, 7)));
            try (Statistics statistics =
                    new Statistics(
                            List.of(takings), journal, MEMBER.getFirst(), InstantSource.system())) {
                statistics.start();
                await().atMost(SOON).until(() -> statistics.status(NAME).asOf() != null);
                assertThat(statistics.status(NAME).position()).isEqualTo(last);
                assertThat(takings.position()).isEqualTo(last);
            }
        }
    }

    @Example
    void aStatisticNeedsANameOfItsOwn() {
        Takings one = new Takings();
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            assertThatThrownBy(() ->
                            new Statistics(
                                    List.of(one, new Takings()),
                                    journal,
                                    MEMBER.getFirst(),
                                    InstantSource.system()))
                    .isInstanceOf(UnusableDomainException.class)
                    .hasMessageContaining("two statistics are named takings");
        }
    }
}
