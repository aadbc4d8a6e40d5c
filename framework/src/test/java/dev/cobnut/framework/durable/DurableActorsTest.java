package dev.cobnut.framework.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.durable.DurableHandler;
import dev.cobnut.runtime.durable.DurableRef;
import dev.cobnut.runtime.durable.DurableRef.StoreResult;
import dev.cobnut.runtime.scheduler.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// On a SQLite journal, with restarts on the same files.
@Timeout(300)
class DurableActorsTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// The messages of the mailbox.
    public sealed interface Job {
        /// A piece of work.
        record Do(int number) implements Job {}
    }

    /// Messages that a build before has stored.
    public sealed interface JobBefore {
        /// Two pieces of work.
        record DoTwo(int number) implements JobBefore {}

        /// No work.
        record Rest() implements JobBefore {}
    }

    private record Seen(long sequence, int number) {}

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final ManualClock time = new ManualClock();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final List<String> deadLetters = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ActorSystem system;

    @SuppressWarnings("NullAway.Init")
    private FaultyJournal journal;

    @SuppressWarnings("NullAway.Init")
    private DurableActors actors;

    @BeforeEach
    void start() {
        system = ActorSystem.create("test", ActorSystem.Settings.defaults().withClock(time));
        journal =
                new FaultyJournal(
                        SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system()));
        actors =
                DurableActors.start(
                        journal,
                        system,
                        new TimeOrderedIds(
                                InstantSource.system(),
                                () -> ThreadLocalRandom.current().nextLong()),
                        InstantSource.system(),
                        SOON);
    }

    @AfterEach
    void stop() {
        actors.close();
        var _ = system.shutdown(SOON);
    }

    private void restart() {
        stop();
        start();
    }

    private DurableSpec<Job> spec(DurableHandler<Job> handler) {
        return DurableSpec.of(
                "jobs",
                JsonEventCodec.of(Job.class, JsonMapper.builder().build()),
                () -> handler,
                (sequence, message, cause) -> deadLetters.add(message + " " + cause.getMessage()));
    }

    private void see(long sequence, Job job) {
        if (job instanceof Job.Do(int number)) {
            seen.add(new Seen(sequence, number));
        }
    }

    private static List<StoreResult> tell(DurableRef<Job> ref, int from, int to) {
        List<CompletableFuture<StoreResult>> told =
                IntStream.range(from, to).mapToObj(i -> ref.tell(new Job.Do(i))).toList();
        return told.stream()
                .map(stored -> stored.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join())
                .toList();
    }

    private void awaitSeen(int count) {
        Awaitility.await().atMost(SOON).until(() -> seen.size() >= count);
    }

    @Test
    void aMessageThatCannotBeEncodedTakesNoRoomInTheBacklog() {
        JsonEventCodec<Job> json = JsonEventCodec.of(Job.class, JsonMapper.builder().build());
        EventCodec<Job> choosy =
                new EventCodec<>() {
                    @Override
                    public String type(Job job) {
                        return json.type(job);
                    }

                    @Override
                    public Set<String> types() {
                        return json.types();
                    }

                    @Override
                    public int schemaVersion(Job job) {
                        return json.schemaVersion(job);
                    }

                    @Override
                    public Payload encode(Job job) {
                        if (job instanceof Job.Do(int number) && number < 0) {
                            throw new IllegalArgumentException("not " + number);
                        }
                        return json.encode(job);
                    }

                    @Override
                    public Job decode(String type, int schemaVersion, Payload payload) {
                        return json.decode(type, schemaVersion, payload);
                    }
                };
        DurableRef<Job> jobs =
                actors.open(
                        DurableSpec.of("jobs", choosy, () -> this::see, (_, _, _) -> {})
                                .withLimits(1, 1));

        assertThatThrownBy(() -> jobs.tell(new Job.Do(-1))).hasMessage("not -1");

        assertThat(jobs.pending()).isZero();
        assertThat(tell(jobs, 1, 2)).allMatch(StoreResult.Stored.class::isInstance);
        awaitSeen(1);
    }

    @Test
    void aMessageOfATypeThatWasSplitIsHandledAsItsPartsAndOneThatWasRemovedIsDone() {
        DurableRef<JobBefore> before =
                actors.open(
                        DurableSpec.of(
                                "jobs",
                                JsonEventCodec.of(JobBefore.class, JsonMapper.builder().build()),
                                () ->
                                        (_, _) -> {
                                            throw new IllegalStateException("stuck");
                                        },
                                (_, _, _) -> {}));
        for (JobBefore job : List.of(new JobBefore.DoTwo(7), new JobBefore.Rest())) {
            assertThat(before.tell(job).orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join())
                    .isInstanceOf(StoreResult.Stored.class);
        }
        restart();
        DurableRef<Job> after =
                actors.open(
                        DurableSpec.of(
                                "jobs",
                                JsonEventCodec.of(Job.class, JsonMapper.builder().build())
                                        .withSplit(
                                                "DoTwo",
                                                JobBefore.DoTwo.class,
                                                two ->
                                                        List.of(
                                                                new Job.Do(two.number()),
                                                                new Job.Do(two.number() + 1)))
                                        .withRemoved("Rest"),
                                () -> this::see,
                                (_, message, _) -> deadLetters.add(message.toString())));
        tell(after, 1, 2);
        awaitSeen(3);
        assertThat(seen).extracting(Seen::number).containsExactly(7, 8, 1);
        Awaitility.await().atMost(SOON).until(() -> after.pending() == 0);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void messagesAreHandledInTheirOrderWithGrowingSequenceNumbers() {
        DurableRef<Job> jobs = actors.open(spec(this::see));
        assertThat(tell(jobs, 0, 1_000)).allMatch(StoreResult.Stored.class::isInstance);
        awaitSeen(1_000);
        assertThat(seen)
                .extracting(Seen::number)
                .containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
        assertThat(seen.stream().mapToLong(Seen::sequence).boxed().toList())
                .isSorted()
                .doesNotHaveDuplicates();
        Awaitility.await().atMost(SOON).until(() -> jobs.pending() == 0);
    }

    @Test
    void storedMessagesAreHandledAfterARestartInOrderAndRepeatedOnesKeepTheirNumber() {
        int all = 700;
        int atWork = 300;
        DurableRef<Job> before =
                actors.open(
                        spec((sequence, job) -> {
                            if (seen.size() == atWork) {
                                throw new IllegalStateException("stuck");
                            }
                            see(sequence, job);
                        }));
        assertThat(tell(before, 0, all)).allMatch(StoreResult.Stored.class::isInstance);
        awaitSeen(atWork);
        restart();

        List<Seen> firstRun = new ArrayList<>(seen);
        seen.clear();
        DurableRef<Job> after = actors.open(spec(this::see));
        assertThat(after.pending()).isLessThanOrEqualTo(all);
        assertThat(tell(after, all, all + 1)).allMatch(StoreResult.Stored.class::isInstance);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> !seen.isEmpty() && seen.getLast().number() == all);

        int begin = seen.getFirst().number();
        assertThat(begin).isLessThanOrEqualTo(atWork);
        assertThat(seen)
                .extracting(Seen::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(begin, all).boxed().toList());
        // repeated messages have the same number
        assertThat(firstRun.subList(begin, atWork)).isEqualTo(seen.subList(0, atWork - begin));
    }

    @Test
    void handledMessagesDoNotComeAgainAfterAnOrderlyRestart() {
        DurableRef<Job> jobs = actors.open(spec(this::see));
        tell(jobs, 0, 600);
        awaitSeen(600);
        Awaitility.await().atMost(SOON).until(() -> jobs.pending() == 0);
        restart();
        seen.clear();
        DurableRef<Job> again = actors.open(spec(this::see));
        assertThat(again.pending()).isZero();
        tell(again, 600, 610);
        awaitSeen(10);
        assertThat(seen)
                .extracting(Seen::number)
                .containsExactlyElementsOf(IntStream.range(600, 610).boxed().toList());
    }

    @Test
    void aMessageThatFailsIsTriedAgainOnAFreshHandlerAndThenBecomesADeadLetter() {
        List<Integer> tries = new CopyOnWriteArrayList<>();
        DurableRef<Job> jobs =
                actors.open(
                        spec(
                                        (sequence, job) -> {
                                            if (job instanceof Job.Do(int number) && number == 1) {
                                                tries.add(number);
                                                throw new IllegalStateException(
                                                        "no " + tries.size());
                                            }
                                            see(sequence, job);
                                        })
                                .withAttempts(3, Duration.ofSeconds(1), Duration.ofSeconds(60)));
        tell(jobs, 0, 3);
        for (int attempt = 1; attempt < 3; attempt++) {
            int expected = attempt;
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> tries.size() == expected && time.pending() == 1);
            assertThat(seen).hasSize(1);
            time.advance(Duration.ofSeconds(3));
        }
        awaitSeen(2);
        assertThat(seen).extracting(Seen::number).containsExactly(0, 2);
        assertThat(tries).hasSize(3);
        assertThat(deadLetters).containsExactly("Do[number=1] no 3");
    }

    @Test
    void afterALostMarkOnlyItsOwnMessageComesAgain() {
        DurableRef<Job> before = actors.open(spec(this::see));
        journal.losePublicationsOf(Set.of(3L)); // position 1 has the mark of the opening
        tell(before, 0, 5_000);
        awaitSeen(5_000);
        Awaitility.await().atMost(SOON).until(() -> before.pending() == 0);
        restart();
        seen.clear();

        DurableRef<Job> after = actors.open(spec(this::see));
        assertThat(after.pending()).isLessThanOrEqualTo(1);
        tell(after, 5_000, 5_003);
        Awaitility.await()
                .atMost(SOON)
                .until(() -> !seen.isEmpty() && seen.getLast().number() == 5_002);
        assertThat(seen).extracting(Seen::number).containsExactly(1, 5_000, 5_001, 5_002);
        Awaitility.await().atMost(SOON).until(() -> after.pending() == 0);
    }

    @Test
    void handledMessagesThatCouldNotBeRecordedAreRecordedWithTheNextOnes() {
        DurableRef<Job> before = actors.open(spec(this::see));
        journal.failPublications(1);
        tell(before, 0, 1);
        Awaitility.await().atMost(SOON).until(() -> before.recordingErrors() == 1);
        tell(before, 1, 3);
        awaitSeen(3);
        restart();
        seen.clear();

        DurableRef<Job> after = actors.open(spec(this::see));
        assertThat(after.pending()).isZero();
        tell(after, 3, 4);
        awaitSeen(1);
        assertThat(seen).extracting(Seen::number).containsExactly(3);
    }

    @Test
    void anErrorOfAHandlerIsAnAttemptAndHoldsBackNothingForEver() {
        List<Integer> tries = new CopyOnWriteArrayList<>();
        DurableRef<Job> jobs =
                actors.open(
                        spec(
                                        (sequence, job) -> {
                                            if (job instanceof Job.Do(int number) && number == 1) {
                                                tries.add(number);
                                                throw new StackOverflowError("try " + tries.size());
                                            }
                                            see(sequence, job);
                                        })
                                .withAttempts(3, Duration.ofSeconds(1), Duration.ofSeconds(60)));
        tell(jobs, 0, 3);
        for (int attempt = 1; attempt < 3; attempt++) {
            int expected = attempt;
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> tries.size() == expected && time.pending() == 1);
            time.advance(Duration.ofSeconds(3));
        }
        awaitSeen(2);
        assertThat(seen).extracting(Seen::number).containsExactly(0, 2);
        assertThat(deadLetters).containsExactly("Do[number=1] try 3");
        Awaitility.await().atMost(SOON).until(() -> jobs.pending() == 0);
        restart();
        seen.clear();
        assertThat(actors.open(spec(this::see)).pending()).isZero();
    }

    @Test
    void aFullBacklogRefusesMessagesUntilSomeAreHandled() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        DurableRef<Job> jobs =
                actors.open(
                        spec(
                                        (sequence, job) -> {
                                            assertThat(gate.await(120, TimeUnit.SECONDS)).isTrue();
                                            see(sequence, job);
                                        })
                                .withLimits(10, 5));
        List<StoreResult> stored = tell(jobs, 0, 7);
        assertThat(stored.subList(0, 5)).allMatch(StoreResult.Stored.class::isInstance);
        assertThat(stored.subList(5, 7)).allMatch(StoreResult.Refused.class::isInstance);
        gate.countDown();
        awaitSeen(5);
        Awaitility.await().atMost(SOON).until(() -> jobs.pending() == 0);
        assertThat(tell(jobs, 7, 8)).allMatch(StoreResult.Stored.class::isInstance);
        assertThat(jobs.recordingErrors()).isZero();
    }

    @Test
    void aMailboxCannotBeOpenedTwice() {
        actors.open(spec(this::see));
        assertThatThrownBy(() -> actors.open(spec(this::see)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the mailbox jobs is open already");
    }
}
