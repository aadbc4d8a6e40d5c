package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.ConsumerState;
import dev.cobnut.framework.journal.Consumers;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.LoggedRecords;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Views that are built, and streams that they cannot be caught up with. The test drives the turns
/// and the time.
class CatchUpTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Consumer CONSUMER = new Consumer("counters", 1);
    private static final StreamId FIRST = new StreamId("counter-1");
    private static final StreamId SECOND = new StreamId("counter-2");
    private static final StreamId THIRD = new StreamId("counter-3");
    private static final String COMPLETE = "The view counters/1 is built.";

    private static HazelcastInstance hazelcast;

    private final Set<StreamId> refused = ConcurrentHashMap.newKeySet();
    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 1); // overflows
    private final CountingJournal.Keeper keeper = new CountingJournal.Keeper(nanoTime);
    private final InMemoryJournal shared = InMemoryJournal.create(InstantSource.system());
    private final CountingJournal journal = new CountingJournal(shared, keeper);

    @BeforeAll
    static void startMember() {
        hazelcast = TestNode.member();
    }

    @AfterAll
    static void endMember() {
        hazelcast.shutdown();
    }

    @BeforeEach
    void startJournal() {
        journal.start(GroupListener.completing());
        append(FIRST);
        append(SECOND);
        append(THIRD);
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    @Test
    void streamsThatFailAgainAreTriedLessAndLessOftenUntilEveryTenMinutes() {
        refused.addAll(List.of(FIRST, SECOND, THIRD));
        try (CatchUp catchUp = catchUp(INTERVAL)) {
            catchUp.turn();
            assertThat(missed()).isEqualTo(3);
            for (long pause : new long[] {5, 10, 20, 40, 80, 160, 320, 600, 600}) {
                elapse(Duration.ofSeconds(pause).minusNanos(1));
                assertThat(foldsOfTurn(catchUp)).as("before %s s", pause).isZero();
                elapse(Duration.ofNanos(1));
                assertThat(foldsOfTurn(catchUp)).as("after %s s", pause).isPositive();
            }
            assertThat(missed()).isEqualTo(3);
        }
    }

    @Test
    void aStreamThatIsCaughtUpOrANewOneEndsThePause() {
        refused.addAll(List.of(FIRST, SECOND));
        try (CatchUp catchUp = catchUp(INTERVAL)) {
            catchUp.turn();
            for (int turn = 0; turn < 4; turn++) {
                elapse(Duration.ofMinutes(10));
                catchUp.turn();
            }
            assertThat(missed()).isEqualTo(2);

            int _ = journal.consumers().record(CONSUMER, 0, List.of(), List.of(THIRD));
            assertThat(foldsOfTurn(catchUp)).as("a new one").isPositive();
            assertThat(missed()).isEqualTo(2);
            assertThat(foldsOfTurn(catchUp)).as("after one that succeeded").isPositive();
            assertThat(foldsOfTurn(catchUp)).as("all have failed again").isZero();

            refused.remove(FIRST);
            elapse(INTERVAL);
            catchUp.turn();
            assertThat(missed()).isEqualTo(1);
            refused.remove(SECOND);
            catchUp.turn();
            assertThat(missed()).isZero();
        }
    }

    @Test
    void aStreamThatFailsAgainInTheSameWayIsNotWrittenAgain() {
        refused.addAll(List.of(FIRST, SECOND));
        try (CatchUp catchUp = catchUp(INTERVAL)) {
            catchUp.turn();
            int records = journal.records.get();
            elapse(Duration.ofMinutes(10));
            assertThat(foldsOfTurn(catchUp)).isPositive();
            assertThat(journal.records).hasValue(records);

            append(FIRST, 1);
            elapse(Duration.ofMinutes(10));
            catchUp.turn();
            assertThat(journal.records).as("one has grown").hasValue(records + 1);
            assertThat(missed()).isEqualTo(2);
        }
    }

    @Test
    void howeverManyStreamsFailTheirFailureIsNotWrittenAgain() {
        for (int i = 0; i < 1_100; i++) {
            StreamId stream = new StreamId("counter-many-" + i);
            append(stream);
            refused.add(stream);
        }
        try (CatchUp catchUp = catchUp(INTERVAL)) {
            catchUp.turn();
            int written = journal.written.get();
            elapse(Duration.ofMinutes(10));
            assertThat(foldsOfTurn(catchUp)).isGreaterThanOrEqualTo(1_100);
            assertThat(journal.written).hasValue(written);
            assertThat(missed()).isEqualTo(1_100);

            refused.clear();
            elapse(Duration.ofMinutes(10));
            catchUp.turn();
            assertThat(missed()).isZero();
        }
    }

    @Test
    void itIsSaidOnceHowManyStreamsCannotBeCaughtUpAndWhy() {
        refused.addAll(List.of(FIRST, SECOND));
        try (LoggedRecords logged = LoggedRecords.of(CatchUp.class.getName());
                CatchUp catchUp = catchUp(INTERVAL)) {
            for (int turn = 0; turn < 4; turn++) {
                catchUp.turn();
                elapse(Duration.ofMinutes(10));
            }
            List<LogRecord> warnings = logged.at(Level.WARNING);
            assertThat(warnings).hasSize(1);
            assertThat(LoggedRecords.text(warnings.getFirst()))
                    .contains(CONSUMER.toString(), "2 streams", FIRST.value(), "planted");
        }
    }

    @Test
    void anErrorOfATurnDoesNotEndTheCatchingUp() {
        journal.failsOnce.set(true);
        try (CatchUp catchUp = catchUp(Duration.ofMillis(10))) {
            catchUp.start();
            await().atMost(SOON).until(() -> !journal.failsOnce.get());
            await().atMost(SOON).until(() -> state().isBuilt());
        }
    }

    @Test
    void aLongBuildAttendsBetweenItsStepsSoThatNoOtherMemberBuildsToo() {
        appendMany(10 * Consumers.RANGE_MAX);
        CountingJournal others = new CountingJournal(shared, keeper);
        try (LoggedRecords logged = LoggedRecords.of(CatchUp.class.getName());
                CatchUp catchUp = catchUp(Duration.ofHours(1)); // longer than a term
                CatchUp other = catchUp(INTERVAL, others, view(CONSUMER.name()))) {
            journal.duringStep =
                    () -> {
                        elapse(Duration.ofSeconds(6));
                        other.turn();
                    };
            catchUp.turn();
            assertThat(state().isBuilt()).isTrue();
            assertThat(nanoTime.get() - (Long.MAX_VALUE - 1))
                    .isGreaterThan(CountingJournal.Keeper.TERM.toNanos());
            assertThat(others.records).as("steps of the other member").hasValue(0);
            assertThat(infos(logged)).containsOnlyOnce(COMPLETE);
        }
    }

    @Test
    void aLongCatchUpWithMissedStreamsAttendsBetweenItsStepsToo() {
        CountingJournal others = new CountingJournal(shared, keeper);
        try (CatchUp catchUp = catchUp(INTERVAL);
                CatchUp other = catchUp(INTERVAL, others, view(CONSUMER.name()))) {
            catchUp.turn();
            List<StreamId> many =
                    IntStream.range(0, 1_000)
                            .mapToObj(i -> new StreamId("counter-many-" + i))
                            .toList();
            many.forEach(this::append);
            int _ = journal.consumers().record(CONSUMER, 0, List.of(), many);
            journal.duringStep =
                    () -> {
                        elapse(Duration.ofSeconds(6));
                        other.turn();
                    };
            catchUp.turn();
            assertThat(missed()).isZero();
            assertThat(others.records).as("steps of the other member").hasValue(0);
        }
    }

    @Test
    void aMemberThatIsNotTheKeeperAnyMoreGoesOnWithNothing() {
        appendMany(10 * Consumers.RANGE_MAX);
        CountingJournal others = new CountingJournal(shared, keeper);
        try (CatchUp catchUp = catchUp(INTERVAL);
                CatchUp other = catchUp(INTERVAL, others, view(CONSUMER.name()))) {
            journal.duringStep =
                    () -> {
                        journal.duringStep = () -> {};
                        elapse(CountingJournal.Keeper.TERM);
                        other.turn();
                    };
            catchUp.turn();
            assertThat(state().isBuilt()).isTrue();
            assertThat(journal.records).as("steps that had begun before").hasValue(1);
        }
    }

    @Test
    void aBuildOfAConsumerThatWasForgottenMeanwhileIsNotTakenForComplete() {
        View<String> view = view(CONSUMER.name());
        try (LoggedRecords logged = LoggedRecords.of(CatchUp.class.getName());
                CatchUp catchUp = catchUp(INTERVAL, journal, view)) {
            journal.duringStep = () -> journal.isForgotten = true;
            catchUp.turn();
            assertThat(view.progress().isComplete()).isFalse();
            assertThat(infos(logged)).doesNotContain(COMPLETE);

            journal.duringStep = () -> {};
            catchUp.turn();
            assertThat(view.progress().isComplete()).isTrue();
            assertThat(infos(logged)).containsOnlyOnce(COMPLETE);
        }
    }

    @Test
    void aFailureOfOneViewKeepsNoOtherViewBack() {
        View<String> failing = view("failing");
        View<String> healthy = view(CONSUMER.name());
        journal.failing = "failing";
        try (LoggedRecords logged = LoggedRecords.of(CatchUp.class.getName());
                CatchUp catchUp = catchUp(INTERVAL, journal, failing, healthy)) {
            catchUp.turn();
            assertThat(healthy.progress().isComplete()).isTrue();
            assertThat(failing.progress().isComplete()).isFalse();
            assertThat(logged.at(Level.WARNING))
                    .singleElement()
                    .satisfies(warning ->
                            assertThat(LoggedRecords.text(warning))
                                    .contains("the view failing/1", "planted"));

            journal.failing = "";
            catchUp.turn();
            assertThat(failing.progress().isComplete()).isTrue();
        }
    }

    private CatchUp catchUp(Duration interval) {
        return catchUp(interval, journal, view(CONSUMER.name()));
    }

    private CatchUp catchUp(Duration interval, Journal journal, View<?>... views) {
        return new CatchUp(
                new Views(List.of(views)),
                journal,
                Membership.ofSingleNode(),
                interval,
                nanoTime::get);
    }

    private View<String> view(String name) {
        return new View<>(new Refusing(name, refused), hazelcast, journal::read, journal);
    }

    private static List<String> infos(LoggedRecords logged) {
        return logged.at(Level.INFO).stream().map(LoggedRecords::text).toList();
    }

    private void elapse(Duration time) {
        long _ = nanoTime.addAndGet(time.toNanos());
    }

    private int foldsOfTurn(CatchUp catchUp) {
        int before = journal.reads();
        catchUp.turn();
        return journal.reads() - before;
    }

    private long missed() {
        return journal.consumers().countMissed(CONSUMER);
    }

    private ConsumerState state() {
        return journal.consumers().attend(List.of(CONSUMER)).getFirst();
    }

    private void append(StreamId stream) {
        append(stream, 0);
    }

    private void append(StreamId stream, long version) {
        append(stream, version, 1);
    }

    /// One stream of many events.
    private void appendMany(int events) {
        append(new StreamId("counter-long"), 0, events);
    }

    private void append(StreamId stream, long version, int events) {
        AppendRequest request =
                AppendRequest.of(
                        stream,
                        ExpectedVersion.of(version),
                        Stream.generate(() -> TestNode.event("Counted", "1"))
                                .limit(events)
                                .toList(),
                        null);
        journal.append(request);
        assertThat(request.result()).succeedsWithin(SOON);
    }

    /// A projection that refuses the events of some streams.
    private record Refusing(String name, Set<StreamId> refused) implements Projection<String> {

        @Override
        public Set<String> categories() {
            return Set.of("counter");
        }

        @Override
        public String apply(@Nullable String current, RecordedEvent event) {
            if (refused.contains(event.stream())) {
                throw new IllegalStateException("planted: refused");
            }
            return Long.toString(event.version());
        }

        @Override
        public Payload encode(String value) {
            return Payload.ofUtf8(value);
        }

        @Override
        public String decode(Payload payload) {
            return payload.asUtf8();
        }
    }
}
