package dev.cobnut.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Reason;
import dev.cobnut.runtime.entity.AskResult.Rejected;
import dev.cobnut.runtime.entity.AskResult.TimedOut;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class EntitiesTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger turns = new AtomicInteger();
    private final Counts counts = new Counts();
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void openTheGate() {
        gate.countDown();
    }

    // ---- one writer, in order

    @ParameterizedTest
    @EnumSource(value = MailboxKind.class, mode = EnumSource.Mode.EXCLUDE, names = "MPSC_UNBOUNDED")
    void oneWriterAtATime(MailboxKind kind) throws Exception {
        int threads = 16;
        int each = 4_000;
        int keys = 3;
        // state that only survives exactly when nobody writes beside anybody
        int[] totals = new int[keys];
        AtomicBoolean shared = new AtomicBoolean();
        var entities =
                entities(
                        settings(kind, threads, 10),
                        (Integer key) -> {
                            AtomicBoolean inside = new AtomicBoolean();
                            return (Integer add) -> {
                                if (!inside.compareAndSet(false, true)) {
                                    shared.set(true);
                                }
                                totals[key] += add;
                                inside.set(false);
                                return totals[key];
                            };
                        });
        List<Future<?>> senders = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int thread = 0; thread < threads; thread++) {
                int id = thread;
                senders.add(
                        pool.submit(() -> {
                            for (int i = 0; i < each; i++) {
                                int key = (id + i) % keys;
                                AskResult<Integer> result =
                                        (i + id) % 2 == 0
                                                ? entities.askAndWait(key, 1, SOON)
                                                : answer(entities.ask(key, 1));
                                assertThat(result).isInstanceOf(Answered.class);
                            }
                        }));
            }
            for (Future<?> sender : senders) {
                sender.get(120, TimeUnit.SECONDS);
            }
        }
        assertThat(totals[0] + totals[1] + totals[2]).isEqualTo(threads * each);
        assertThat(shared).isFalse();
        assertIdle(entities);
    }

    @ParameterizedTest
    @EnumSource(value = MailboxKind.class, mode = EnumSource.Mode.EXCLUDE, names = "MPSC_UNBOUNDED")
    void theMessagesOfOneSenderKeepTheirOrder(MailboxKind kind) throws Exception {
        int senders = 8;
        int each = 5_000;
        List<long[]> handled = new ArrayList<>();
        Entities<String, long[], Integer> entities =
                entities(
                        settings(kind, 1_000, 7),
                        _ ->
                                message -> {
                                    handled.add(message);
                                    return 0;
                                });
        try (ExecutorService pool = Executors.newFixedThreadPool(senders)) {
            for (int sender = 0; sender < senders; sender++) {
                int id = sender;
                pool.execute(() -> {
                    for (long i = 0; i < each; i++) {
                        long[] message = {id, i};
                        if (i % 50 == 49) {
                            entities.askAndWait("key", message, SOON);
                        } else {
                            var _ = entities.ask("key", message);
                        }
                    }
                });
            }
        }
        assertThat(entities.close(SOON).isClean()).isTrue();
        assertThat(handled).hasSize(senders * each);
        long[] next = new long[senders];
        for (long[] message : handled) {
            assertThat(message[1]).isEqualTo(next[(int) message[0]]++);
        }
    }

    @Test
    void aTurnHandlesABatchAndThenGivesItsThreadToOthers() throws Exception {
        var entities = entities(settings(MailboxKind.MPSC, 100, 10), this::echoBehindTheGate);
        List<CompletableFuture<AskResult<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 35; i++) {
            answers.add(entities.ask("key", "m" + i));
        }
        gate.countDown();
        for (int i = 0; i < 35; i++) {
            assertThat(answers.get(i).get(120, TimeUnit.SECONDS))
                    .isEqualTo(new Answered<>("m" + i));
        }
        assertIdle(entities);
        assertThat(turns).hasValue(4);
    }

    /// The sender's message is in the mailbox, and the sender has not claimed the entity yet.
    @Test
    void aCallerWhoFindsAnIdleEntityDoesNotOvertakeAQueuedMessage() {
        List<String> handled = new ArrayList<>();
        AtomicBoolean once = new AtomicBoolean();
        AtomicReference<Entities<String, String, String>> self = new AtomicReference<>();
        DispatchObserver meanwhile =
                new DispatchObserver() {
                    @Override
                    public void accepted() {
                        if (once.compareAndSet(false, true)) {
                            self.get().askAndWait("key", "second", SOON);
                        }
                    }
                };
        Entities<String, String, String> entities =
                new Entities<>(
                        settings(),
                        _ ->
                                message -> {
                                    if (!message.equals("make it resident")) {
                                        handled.add(message);
                                    }
                                    return message;
                                },
                        meanwhile);
        self.set(entities);
        once.set(true);
        entities.askAndWait("key", "make it resident", SOON);
        once.set(false);

        assertThat(answer(entities.ask("key", "first"))).isEqualTo(new Answered<>("first"));
        assertThat(entities.close(SOON).isClean()).isTrue();
        assertThat(handled).containsExactly("first", "second");
    }

    /// The holder reads the clock after its look into the mailbox and before it releases the claim.
    @Test
    void aMessageThatArrivesWhileTheClaimIsReleasedIsNotLost() {
        AtomicBoolean armed = new AtomicBoolean();
        AtomicReference<Entities<String, String, String>> self = new AtomicReference<>();
        AtomicReference<CompletableFuture<AskResult<String>>> late = new AtomicReference<>();
        Entities<String, String, String> entities =
                new Entities<>(
                        settings(),
                        _ ->
                                message -> {
                                    armed.set(message.equals("first"));
                                    return message;
                                },
                        counts,
                        () -> {
                            if (armed.compareAndSet(true, false)) {
                                late.set(self.get().ask("key", "late"));
                            }
                            return 0;
                        },
                        Thread::startVirtualThread);
        self.set(entities);

        assertThat(entities.askAndWait("key", "first", SOON)).isEqualTo(new Answered<>("first"));
        assertThat(answer(late.get())).isEqualTo(new Answered<>("late"));
    }

    // ---- the caller's thread, or another

    @Test
    void anIdleEntityRunsOnTheThreadOfACallerWhoWaits() {
        var entities = entities(settings(), _ -> (String _) -> Thread.currentThread());
        Answered<Thread> mine = new Answered<>(Thread.currentThread());

        assertThat(entities.askAndWait("key", "new", SOON)).isEqualTo(mine);
        assertThat(entities.askAndWait("key", "resident", SOON)).isEqualTo(mine);
        assertThat(turns).hasValue(0);
        assertThat(counts.waited).as("time in a mailbox").containsExactly(0L, 0L);
    }

    @Test
    void askRunsOnAnotherThreadAndNeverBlocks() throws Exception {
        var entities = entities(settings(), this::echoBehindTheGate);

        CompletableFuture<AskResult<String>> answer = entities.ask("key", "hello");
        assertThat(answer).isNotDone();
        assertThat(entities.active()).isOne();

        gate.countDown();
        assertThat(answer.get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>("hello"));
    }

    @Test
    void aCallerDoesNotStayToHandleTheMessagesOfOthers() throws Exception {
        Map<String, Thread> threads = new ConcurrentHashMap<>();
        AtomicReference<CompletableFuture<AskResult<String>>> other = new AtomicReference<>();
        AtomicReference<Entities<String, String, String>> self = new AtomicReference<>();
        Entities<String, String, String> entities =
                entities(
                        settings(),
                        _ ->
                                message -> {
                                    threads.put(message, Thread.currentThread());
                                    if (message.equals("mine")) {
                                        other.set(self.get().ask("key", "other's"));
                                    }
                                    return message;
                                });
        self.set(entities);

        assertThat(entities.askAndWait("key", "mine", SOON)).isEqualTo(new Answered<>("mine"));
        assertThat(other.get().get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>("other's"));
        assertThat(threads.get("mine")).isSameAs(Thread.currentThread());
        assertThat(threads.get("other's")).isNotSameAs(Thread.currentThread());
        assertThat(turns).hasValue(1);
    }

    @Test
    void aWaitForAnotherThreadsTurnIsToldOnTheThreadThatWaits() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        DispatchObserver waits =
                new DispatchObserver() {
                    @Override
                    public void awaiting() {
                        told.add("awaiting on " + Thread.currentThread().getName());
                        queued.countDown();
                    }

                    @Override
                    public void awaited() {
                        told.add("awaited on " + Thread.currentThread().getName());
                    }
                };
        Entities<String, String, Boolean> entities =
                new Entities<>(
                        settings(),
                        _ ->
                                message -> {
                                    busy.countDown();
                                    return message.equals("second") || isOpenSoon(queued);
                                },
                        waits);
        Thread first =
                Thread.ofVirtual()
                        .name("first")
                        .start(() -> entities.askAndWait("key", "first", SOON));
        assertThat(busy.await(120, TimeUnit.SECONDS)).isTrue();

        assertThat(entities.askAndWait("key", "second", SOON)).isEqualTo(new Answered<>(true));
        first.join();
        String here = Thread.currentThread().getName();
        assertThat(told).containsExactly("awaiting on " + here, "awaited on " + here);
    }

    @Test
    void anIdleEntityHoldsNoThread() throws Exception {
        ConcurrentLinkedQueue<Thread> started = new ConcurrentLinkedQueue<>();
        Entities<Integer, String, String> entities =
                new Entities<>(
                        settings(),
                        _ -> message -> message,
                        counts,
                        clock::get,
                        turn -> started.add(Thread.startVirtualThread(turn)));
        List<CompletableFuture<AskResult<String>>> answers = new ArrayList<>();
        for (int key = 0; key < 1_000; key++) {
            answers.add(entities.ask(key, "hello"));
        }
        for (CompletableFuture<AskResult<String>> answer : answers) {
            answer.get(120, TimeUnit.SECONDS);
        }
        await().atMost(SOON).until(() -> started.stream().noneMatch(Thread::isAlive));
        assertThat(entities.resident()).isEqualTo(1_000);
        assertThat(entities.active()).isZero();
    }

    @Test
    void aCallerThatTimesOutIsToldSoAndItsMessageIsStillHandled() {
        List<String> handled = new ArrayList<>();
        var entities =
                entities(
                        settings(),
                        (String key) -> {
                            Entity<String, String> echo = echoBehindTheGate(key);
                            return (String message) -> {
                                String reply = echo.handle(message);
                                handled.add(message);
                                return reply;
                            };
                        });
        var first = entities.ask("key", "first");

        assertThat(entities.askAndWait("key", "second", Duration.ofMillis(20)))
                .isEqualTo(new TimedOut<>());
        assertThat(counts.timedOut.sum()).isOne();

        gate.countDown();
        assertThat(answer(first)).isEqualTo(new Answered<>("first"));
        assertIdle(entities);
        assertThat(handled).containsExactly("first", "second");
    }

    @Test
    void anInterruptEndsTheWaitAndStaysOnTheThread() {
        var entities = entities(settings(), this::echoBehindTheGate);
        var _ = entities.ask("key", "first");
        Thread.currentThread().interrupt();

        assertThat(entities.askAndWait("key", "second", SOON)).isEqualTo(new TimedOut<>());
        assertThat(Thread.interrupted()).isTrue();
    }

    // ---- limits

    @ParameterizedTest
    @EnumSource(value = MailboxKind.class, mode = EnumSource.Mode.EXCLUDE, names = "MPSC_UNBOUNDED")
    void aFullMailboxRejectsAndEveryAcceptedMessageIsHandled(MailboxKind kind) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        var entities =
                entities(
                        settings(kind, 8, 64),
                        (String key) -> {
                            Entity<String, String> echo = echoBehindTheGate(key);
                            return (String message) -> {
                                handled.incrementAndGet();
                                return echo.handle(message);
                            };
                        });
        List<CompletableFuture<AskResult<String>>> answers = new ArrayList<>();
        answers.add(entities.ask("key", "m0"));
        await().atMost(SOON)
                .until(() -> handled.get() == 1); // or else it may still be one of the waiting
        for (int i = 1; i < 100; i++) {
            answers.add(entities.ask("key", "m" + i));
        }
        assertThat(entities.askAndWait("key", "late", SOON)).isEqualTo(new Rejected<>(Reason.FULL));
        assertThat(entities.queued()).isEqualTo(8);

        gate.countDown();
        int accepted = 0;
        for (CompletableFuture<AskResult<String>> answer : answers) {
            switch (answer.get(120, TimeUnit.SECONDS)) {
                case Answered<String> _ -> accepted++;
                case Rejected<String>(Reason reason) -> assertThat(reason).isEqualTo(Reason.FULL);
                case Failed<String> failed -> throw new AssertionError(failed);
                case TimedOut<String> _ -> throw new AssertionError("nobody waited");
            }
        }
        assertThat(accepted).isEqualTo(9);
        assertThat(handled).hasValue(accepted);
        assertThat(counts.accepted.sum()).isEqualTo(accepted);
        assertThat(counts.rejected.sum()).isEqualTo(101 - accepted);
    }

    @Test
    void residentEntitiesStayWithinTheirBoundOver100000Keys() throws Exception {
        int residentMax = 1_000;
        int threads = 4;
        var entities =
                entities(
                        new DispatchSettings(16, MailboxKind.MPSC, residentMax, MINUTE, 16),
                        (Integer _) -> (Integer message) -> message);
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> senders = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (int thread = 0; thread < threads; thread++) {
                int from = thread * 25_000;
                senders.add(
                        pool.submit(() -> {
                            for (int key = from; key < from + 25_000; key++) {
                                assertThat(entities.askAndWait(key, key, SOON))
                                        .isEqualTo(new Answered<>(key));
                                most.accumulateAndGet(counted(entities), Math::max);
                            }
                        }));
            }
            for (Future<?> sender : senders) {
                sender.get(120, TimeUnit.SECONDS);
            }
        }
        assertThat(most.get())
                .isBetween(residentMax, residentMax + Residents.EVICT_SLACK + 2 * threads);
        entities.passivateIdle();
        assertThat(entities.resident()).isEqualTo(residentMax);
    }

    /// The count is a sum over stripes. A thread that is stopped in the middle of it sees removals
    /// that came later and not the insertions before them, or the other way round. So a count that
    /// is too high for good is high three times.
    private static int counted(Entities<?, ?, ?> entities) {
        int lowest = Integer.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            lowest = Math.min(lowest, entities.resident());
        }
        return lowest;
    }

    @Test
    void newKeysAreRejectedWhileResidentMaxEntitiesAreAtWork() {
        var entities =
                entities(
                        new DispatchSettings(16, MailboxKind.MPSC, 2, MINUTE, 16),
                        this::echoBehindTheGate);
        var one = entities.ask("one", "m");
        var two = entities.ask("two", "m");

        assertThat(answer(entities.ask("three", "m"))).isEqualTo(new Rejected<>(Reason.FULL));
        assertThat(entities.askAndWait("three", "m", SOON)).isEqualTo(new Rejected<>(Reason.FULL));
        var oneMore = entities.ask("one", "n");

        gate.countDown();
        assertThat(List.of(answer(one), answer(two), answer(oneMore)))
                .containsExactly(new Answered<>("m"), new Answered<>("m"), new Answered<>("n"));
        assertIdle(entities);
        assertThat(entities.askAndWait("three", "m", SOON)).isEqualTo(new Answered<>("m"));
        assertThat(entities.resident()).isEqualTo(2);
    }

    // ---- failure

    @Test
    void aFailureIsAnsweredAndTheNextMessageGetsAFreshEntityInOrder() throws Exception {
        AtomicInteger made = new AtomicInteger();
        List<String> handled = new ArrayList<>();
        var entities =
                entities(
                        settings(),
                        (String key) -> {
                            int generation = made.incrementAndGet();
                            Entity<String, String> echo = echoBehindTheGate(key);
                            return (String message) -> {
                                echo.handle(message);
                                handled.add(message);
                                if (message.startsWith("bad")) {
                                    throw new IllegalStateException(message);
                                }
                                return generation + message;
                            };
                        });
        var a = entities.ask("key", "a");
        var bad = entities.ask("key", "bad");
        var b = entities.ask("key", "b");
        var c = entities.ask("key", "c");
        gate.countDown();

        assertThat(a.get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>("1a"));
        assertThat(failure(bad.get(120, TimeUnit.SECONDS))).hasMessage("bad");
        assertThat(b.get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>("2b"));
        assertThat(c.get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>("2c"));
        assertIdle(entities);

        assertThat(failure(entities.askAndWait("key", "bad inline", SOON)))
                .hasMessage("bad inline");
        assertThat(entities.askAndWait("key", "d", SOON)).isEqualTo(new Answered<>("3d"));
        assertThat(handled).containsExactly("a", "bad", "b", "c", "bad inline", "d");
        assertThat(counts.failed.sum()).isEqualTo(2);
    }

    @Test
    void aFactoryThatThrowsFailsTheMessageAndIsCalledAgainForTheNextOne() {
        AtomicInteger calls = new AtomicInteger();
        var entities =
                entities(
                        settings(),
                        (String _) -> {
                            if (calls.incrementAndGet() == 1) {
                                throw new IllegalStateException("not readable now");
                            }
                            return (String message) -> message;
                        });
        assertThat(failure(entities.askAndWait("key", "a", SOON))).hasMessage("not readable now");
        assertThat(entities.askAndWait("key", "b", SOON)).isEqualTo(new Answered<>("b"));
    }

    @Test
    void anObserverThatThrowsIsCountedAndChangesNothing() {
        DispatchObserver broken =
                new DispatchObserver() {
                    @Override
                    public void begun(long waitedNanos) {
                        throw new IllegalStateException("no room for another gauge");
                    }
                };
        Entities<String, String, String> entities =
                new Entities<>(settings(), _ -> message -> message, broken);
        assertThat(entities.askAndWait("key", "a", SOON)).isEqualTo(new Answered<>("a"));
        assertThat(answer(entities.ask("key", "b"))).isEqualTo(new Answered<>("b"));
        assertThat(entities.observerErrors()).isEqualTo(2);
    }

    @Test
    void anExecutorThatRefusesATurnLeavesNoMessageWithoutAnAnswer() {
        Entities<String, String, String> entities =
                new Entities<>(
                        settings(),
                        _ -> message -> message,
                        counts,
                        clock::get,
                        _ -> {
                            throw new RejectedExecutionException("shut down");
                        });
        assertThat(answer(entities.ask("key", "a"))).isEqualTo(new Rejected<>(Reason.CLOSED));
        assertThat(entities.askAndWait("key", "b", SOON)).isEqualTo(new Answered<>("b"));
        assertIdle(entities);
    }

    // ---- passivation

    @Test
    void anIdleEntityIsPassivatedAndComesBackWithANewState() {
        AtomicInteger made = new AtomicInteger();
        var entities =
                entities(
                        settings(),
                        (String _) -> {
                            made.incrementAndGet();
                            return (String message) -> message;
                        });
        entities.askAndWait("early", "a", SOON);
        clock.addAndGet(MINUTE.toNanos() / 2);
        entities.askAndWait("late", "a", SOON);
        assertThat(entities.passivateIdle()).isZero();

        clock.addAndGet(MINUTE.toNanos() / 2);
        assertThat(entities.passivateIdle()).isOne();
        assertThat(entities.resident()).isOne();
        entities.askAndWait("late", "b", SOON);
        assertThat(made).hasValue(2);
        entities.askAndWait("early", "b", SOON);
        assertThat(made).hasValue(3);
    }

    @Test
    void anEntityAtWorkIsNotPassivated() {
        var entities = entities(settings(), this::echoBehindTheGate);
        var answer = entities.ask("key", "a");
        clock.addAndGet(MINUTE.toNanos() * 2);

        assertThat(entities.passivateIdle()).isZero();
        gate.countDown();
        assertThat(answer(answer)).isEqualTo(new Answered<>("a"));
    }

    @ParameterizedTest
    @EnumSource(value = MailboxKind.class, mode = EnumSource.Mode.EXCLUDE, names = "MPSC_UNBOUNDED")
    void noMessageIsLostWhenItRacesAPassivation(MailboxKind kind) throws Exception {
        int senders = 6;
        int each = 10_000;
        int keys = 24;
        int[] handled = new int[keys];
        AtomicInteger made = new AtomicInteger();
        Entities<Integer, String, String> entities =
                entities(
                        // fewer may stay than there are keys: inserts passivate as well
                        new DispatchSettings(1_000, kind, 2 * senders, Duration.ofNanos(1), 8),
                        key -> {
                            made.incrementAndGet();
                            return message -> {
                                handled[key]++;
                                return message;
                            };
                        });
        AtomicBoolean stop = new AtomicBoolean();
        LongAdder passivated = new LongAdder();
        Thread passivating =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!stop.get()) {
                                clock.addAndGet(10);
                                passivated.add(entities.passivateIdle());
                            }
                        });
        List<Future<Integer>> answered = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(senders)) {
            for (int sender = 0; sender < senders; sender++) {
                int id = sender;
                answered.add(
                        pool.submit(() -> {
                            int mine = 0;
                            for (int i = 0; i < each; i++) {
                                int key = (i + id) % keys;
                                mine += sendUntilAnswered(entities, key, i % 3 == 0);
                            }
                            return mine;
                        }));
            }
            int total = 0;
            for (Future<Integer> sender : answered) {
                total += sender.get(120, TimeUnit.SECONDS);
            }
            assertThat(total).isEqualTo(senders * each);
        } finally {
            stop.set(true);
        }
        passivating.join();
        assertThat(Arrays.stream(handled).sum()).isEqualTo(senders * each);
        assertThat(passivated.sum()).isPositive();
        assertThat(made.get()).as("entities that were made").isGreaterThan(keys);
    }

    /// A message that is refused because too many entities are at work was not handled. Its sender
    /// may send it again.
    private static int sendUntilAnswered(
            Entities<Integer, String, String> entities, int key, boolean asks) {
        while (true) {
            AskResult<String> result =
                    asks ? answer(entities.ask(key, "m")) : entities.askAndWait(key, "m", SOON);
            if (!result.equals(new Rejected<>(Reason.FULL))) {
                return result instanceof Answered<String> ? 1 : 0;
            }
        }
    }

    @Test
    void thePassivatorRunsWheneverAnEntityIsResident() {
        Entities<String, String, String> entities =
                new Entities<>(
                        new DispatchSettings(16, MailboxKind.MPSC, 10, Duration.ofMillis(1), 16),
                        _ -> message -> message,
                        DispatchObserver.none());
        entities.start();
        entities.askAndWait("key", "a", SOON);
        await().atMost(SOON).until(() -> entities.resident() == 0);
        entities.askAndWait("key", "b", SOON);
        await().atMost(SOON).until(() -> entities.resident() == 0);
        assertThat(entities.passivationErrors()).isZero();
        assertThat(entities.close(SOON).isClean()).isTrue();
    }

    // ---- close

    @Test
    void aCloseHandlesAcceptedMessagesAndRejectsLaterOnes() throws Exception {
        var entities = entities(settings(), this::echoBehindTheGate);
        List<CompletableFuture<AskResult<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(entities.ask("key" + i % 3, "m"));
        }
        try (ExecutorService closing = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<CloseReport<String>> report = closing.submit(() -> entities.close(SOON));
            await().atMost(SOON)
                    .until(() ->
                            entities.ask("probe", "m").getNow(new TimedOut<>())
                                    instanceof Rejected<String>);
            assertThat(report.isDone()).isFalse();
            gate.countDown();
            assertThat(report.get(120, TimeUnit.SECONDS)).isEqualTo(new CloseReport<>(Map.of(), 0));
        }
        assertThat(answers.stream().filter(a -> answer(a) instanceof Answered<String>)).hasSize(20);
        assertThat(answer(entities.ask("key0", "m"))).isEqualTo(new Rejected<>(Reason.CLOSED));
        assertThat(entities.askAndWait("new", "m", SOON)).isEqualTo(new Rejected<>(Reason.CLOSED));
        assertThat(entities.resident()).isZero();
        assertThat(entities.queued()).isZero();
    }

    @Test
    void aCloseReportsAndRejectsUnfinishedMessages() throws Exception {
        CountDownLatch inside = new CountDownLatch(3);
        AtomicInteger handled = new AtomicInteger();
        var entities =
                entities(
                        settings(),
                        (String key) -> {
                            Entity<String, String> echo = echoBehindTheGate(key);
                            return (String message) -> {
                                inside.countDown();
                                handled.incrementAndGet();
                                return echo.handle(message);
                            };
                        });
        List<CompletableFuture<AskResult<String>>> first = new ArrayList<>();
        List<CompletableFuture<AskResult<String>>> behind = new ArrayList<>();
        entities.askAndWait("idle", "m", Duration.ZERO);
        first.add(entities.ask("one", "m"));
        first.add(entities.ask("two", "m"));
        assertThat(inside.await(120, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 3; i++) {
            behind.add(entities.ask("one", "m"));
        }
        behind.add(entities.ask("two", "m"));

        CloseReport<String> report = entities.close(Duration.ofMillis(20));

        assertThat(report).isEqualTo(new CloseReport<>(Map.of("one", 3, "two", 1), 2));
        assertThat(report.isClean()).isFalse();
        assertThat(report.leftTotal()).isEqualTo(4);
        assertThat(behind)
                .allSatisfy(a -> assertThat(answer(a)).isEqualTo(new Rejected<>(Reason.CLOSED)));
        assertThat(first).noneMatch(CompletableFuture::isDone);

        gate.countDown();
        assertThat(first)
                .allSatisfy(a ->
                        assertThat(a.get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>("m")));
        assertThat(entities.close(SOON).isClean()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(value = MailboxKind.class, mode = EnumSource.Mode.EXCLUDE, names = "MPSC_UNBOUNDED")
    void aCloseUnderLoadLosesNoAcceptedMessage(MailboxKind kind) throws Exception {
        int senders = 4;
        try (ExecutorService pool = Executors.newFixedThreadPool(senders)) {
            for (int round = 0; round < 200; round++) {
                AtomicInteger handled = new AtomicInteger();
                Entities<Integer, String, String> entities =
                        entities(
                                settings(kind, 64, 8),
                                _ ->
                                        message -> {
                                            handled.incrementAndGet();
                                            return message;
                                        });
                CountDownLatch underWay = new CountDownLatch(100);
                List<Future<Integer>> answered = new ArrayList<>();
                for (int sender = 0; sender < senders; sender++) {
                    answered.add(pool.submit(() -> sendUntilClosed(entities, underWay, SOON)));
                }
                assertThat(underWay.await(120, TimeUnit.SECONDS)).isTrue();

                CloseReport<Integer> report = entities.close(SOON);
                int handledAtClose = handled.get();

                assertThat(report.left()).isEmpty();
                int total = 0;
                for (Future<Integer> sender : answered) {
                    total += sender.get(120, TimeUnit.SECONDS);
                }
                assertThat(handledAtClose).as("handled when the close returned").isEqualTo(total);
                assertThat(entities.resident()).isZero();
            }
        }
    }

    private static int sendUntilClosed(
            Entities<Integer, String, String> entities,
            CountDownLatch underWay,
            Duration deadline) {
        int answered = 0;
        for (int i = 0; ; i++) {
            AskResult<String> result =
                    i % 2 == 0
                            ? answer(entities.ask(i % 7, "m"))
                            : entities.askAndWait(i % 5, "m", deadline);
            if (result instanceof Rejected<String>(Reason reason) && reason == Reason.CLOSED) {
                return answered;
            }
            answered += result instanceof Answered<String> ? 1 : 0;
            underWay.countDown();
        }
    }

    // ---- what the tests are made of

    private Entity<String, String> echoBehindTheGate(String key) {
        return message -> {
            try {
                if (!key.equals("idle") && !gate.await(120, TimeUnit.SECONDS)) {
                    throw new AssertionError("the gate was never opened");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return message;
        };
    }

    private static <R> AskResult<R> answer(CompletableFuture<AskResult<R>> asked) {
        try {
            return asked.get(120, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("no answer", e);
        }
    }

    private static Throwable failure(AskResult<?> result) {
        assertThat(result).isInstanceOf(Failed.class);
        return ((Failed<?>) result).cause();
    }

    private static void assertIdle(Entities<?, ?, ?> entities) {
        await().atMost(SOON).until(() -> entities.active() == 0);
        assertThat(entities.queued()).isZero();
    }

    private static DispatchSettings settings() {
        return settings(MailboxKind.MPSC, 256, 64);
    }

    private static DispatchSettings settings(
            MailboxKind kind, int mailboxCapacity, int turnBatchMax) {
        return new DispatchSettings(mailboxCapacity, kind, 10_000, MINUTE, turnBatchMax);
    }

    private <K, M, R> Entities<K, M, R> entities(
            DispatchSettings settings, Function<K, Entity<M, R>> factory) {
        return new Entities<>(
                settings,
                factory,
                counts,
                clock::get,
                turn -> {
                    turns.incrementAndGet();
                    Thread.startVirtualThread(turn);
                });
    }

    private static boolean isOpenSoon(CountDownLatch latch) {
        try {
            return latch.await(120, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Counts implements DispatchObserver {
        final LongAdder accepted = new LongAdder();
        final LongAdder rejected = new LongAdder();
        final LongAdder failed = new LongAdder();
        final LongAdder timedOut = new LongAdder();
        final ConcurrentLinkedQueue<Long> waited = new ConcurrentLinkedQueue<>();

        @Override
        public void accepted() {
            accepted.increment();
        }

        @Override
        public void rejected(Reason reason) {
            rejected.increment();
        }

        @Override
        public void begun(long waitedNanos) {
            if (waited.size() < 10) {
                waited.add(waitedNanos);
            }
        }

        @Override
        public void failed(Throwable cause) {
            failed.increment();
        }

        @Override
        public void timedOut() {
            timedOut.increment();
        }
    }
}
