package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.append;
import static dev.cobnut.framework.handler.Cards.card;
import static dev.cobnut.framework.handler.Cards.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What handlers promise over every journal.
///
/// Not covered: several members (`HandlersInClusterTest`), and a killed process
/// (`HandlerCrashContract`).
abstract class HandlersContract {

    @TempDir Path folder;

    final HandlerCounts observer = new HandlerCounts();
    private final AtomicReference<GroupListener> listener =
            new AtomicReference<>(GroupListener.completing());
    private final List<Handlers> opened = new ArrayList<>();
    Journal journal;

    /// A journal, not started.
    abstract Journal open(Path folder);

    @BeforeEach
    void openJournal() {
        journal = open(folder);
        journal.start((group, outcomes) ->
                Objects.requireNonNull(listener.get()).written(group, outcomes));
    }

    @AfterEach
    void close() {
        opened.forEach(Handlers::close);
        journal.close();
    }

    Handlers start(EventHandler... handlers) {
        return start(Cards.QUICK, handlers);
    }

    Handlers start(HandlerSettings settings, EventHandler... handlers) {
        Handlers started =
                new Handlers(List.of(handlers), journal, settings, observer, System::nanoTime);
        opened.add(started);
        listener.set(started.waking(GroupListener.completing()));
        started.start();
        return started;
    }

    private static HandlerStatus status(Handlers handlers, String name) {
        return handlers.statuses().stream()
                .filter(status -> status.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitHandled(RecordingHandler handler, StreamId stream, int version) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(handler.handled(stream)).isEqualTo(versions(1, version)));
    }

    @Test
    void everyEventIsHandledOnceAndInTheOrderOfItsStream() {
        RecordingHandler mails = new RecordingHandler("mails");
        append(journal, card(0), 100);
        Handlers handlers = start(mails);
        for (int round = 0; round < 5; round++) {
            for (int i = 1; i <= 10; i++) {
                append(journal, card(i), 2);
            }
        }
        awaitHandled(mails, card(0), 100);
        for (int i = 1; i <= 10; i++) {
            awaitHandled(mails, card(i), 10);
        }
        assertThat(mails.overlaps()).isEmpty();
        await().atMost(SOON).until(() -> status(handlers, "mails").behind() == 0);
        assertThat(observer.handled).hasValue(200);
    }

    @Test
    void eventsOfOtherCategoriesArePassedOver() {
        RecordingHandler mails = new RecordingHandler("mails");
        append(journal, StreamId.of("copy", "1"), 3);
        append(journal, card(1), 1);
        append(journal, StreamId.of("copy", "1"), 3);
        Handlers handlers = start(mails);
        awaitHandled(mails, card(1), 1);
        handlers.close();
        assertThat(mails.calls()).isEqualTo(1);
        assertThat(status(handlers, "mails").behind()).isZero();
    }

    @Test
    void theOrderOfAStreamHoldsWhileEventsFailAtRandom() {
        RecordingHandler mails = new RecordingHandler("mails");
        Random random = new Random(7);
        mails.failBy(_ -> {
            if (random.nextInt(100) < 30) {
                throw new IllegalStateException("planted fault");
            }
        });
        HandlerSettings patient = withAttempts(1_000_000, 100);
        for (int i = 0; i < 8; i++) {
            append(journal, card(i), 20);
        }
        start(patient, mails);
        for (int i = 0; i < 8; i++) {
            awaitHandled(mails, card(i), 20);
        }
        assertThat(mails.overlaps()).isEmpty();
        assertThat(observer.retried.get()).isPositive();
        assertThat(observer.parked).hasValue(0);
    }

    private static HandlerSettings withAttempts(int attemptsMax, int parkedMax) {
        return new HandlerSettings(
                64,
                1_024,
                8,
                attemptsMax,
                Duration.ofMillis(1),
                Duration.ofMillis(2),
                parkedMax,
                Duration.ofMillis(50),
                Duration.ofMillis(1),
                Duration.ofSeconds(10));
    }

    private static void failOn(RecordingHandler handler, StreamId stream, long version) {
        handler.failBy(event -> {
            if (event.stream().equals(stream) && event.version() == version) {
                throw new IllegalStateException("no mail server");
            }
        });
    }

    @Test
    void aStreamWhoseEventFailsIsParkedAndOthersGoOnUntilARetryBringsTheRestInOrder() {
        RecordingHandler mails = new RecordingHandler("mails");
        failOn(mails, card(1), 3);
        Handlers handlers = start(mails);
        append(journal, card(1), 5);
        append(journal, card(2), 5);
        awaitHandled(mails, card(2), 5);
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 1);
        append(journal, card(1), 2);
        append(journal, card(2), 1);
        awaitHandled(mails, card(2), 6);
        await().atMost(SOON).until(() -> status(handlers, "mails").behind() == 0);
        assertThat(mails.handled(card(1))).isEqualTo(versions(1, 2));
        ParkedStream parked = handlers.parked("mails", 10).getFirst();
        assertThat(parked.stream()).isEqualTo(card(1));
        assertThat(parked.version()).isEqualTo(3);
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.failure()).contains("no mail server");
        assertThat(observer.parked).hasValue(1);
        assertThat(observer.retried).hasValue(2);

        mails.heal();
        assertThat(handlers.retry("mails", card(2))).as("not parked").isFalse();
        assertThat(handlers.retry("mails", card(1))).isTrue();
        append(journal, card(1), 3);
        awaitHandled(mails, card(1), 10);
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 0);
        append(journal, card(1), 1);
        awaitHandled(mails, card(1), 11);
        assertThat(mails.overlaps()).isEmpty();
    }

    @Test
    void allParkedStreamsAreRetriedAtOnceAndOnlyThoseThatFailAgainStayParked() {
        RecordingHandler mails = new RecordingHandler("mails");
        mails.failBy(_ -> {
            throw new IllegalStateException("no mail server");
        });
        Handlers handlers = start(mails);
        for (int i = 1; i <= 40; i++) {
            append(journal, card(i), 2);
        }
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 40);

        failOn(mails, card(7), 2);
        assertThat(handlers.retryAll("mails")).isEqualTo(40);
        await().atMost(SOON)
                .until(
                        () ->
                                handlers.parked("mails", 100).stream()
                                        .map(ParkedStream::version)
                                        .toList(),
                        List.of(2L)::equals);
        assertThat(handlers.parked("mails", 100).getFirst().stream()).isEqualTo(card(7));
        mails.heal();
        assertThat(handlers.retryAll("mails")).isEqualTo(1);
        for (int i = 1; i <= 40; i++) {
            awaitHandled(mails, card(i), 2);
        }
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 0);
        assertThat(handlers.retryAll("mails")).isZero();
    }

    @Test
    void aRetryThatFailsParksTheStreamAgainWhereItFails() {
        RecordingHandler mails = new RecordingHandler("mails");
        failOn(mails, card(1), 2);
        Handlers handlers = start(mails);
        append(journal, card(1), 200);
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 1);

        failOn(mails, card(1), 150);
        assertThat(handlers.retry("mails", card(1))).isTrue();
        await().atMost(SOON)
                .until(() ->
                        handlers.parked("mails", 10).stream()
                                .anyMatch(parked -> parked.version() == 150));
        assertThat(mails.handled(card(1))).isEqualTo(versions(1, 149));

        mails.heal();
        assertThat(handlers.retry("mails", card(1))).isTrue();
        awaitHandled(mails, card(1), 200);
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 0);
    }

    @Test
    void aParkedStreamStaysParkedOverARestartUntilItIsRetried() {
        RecordingHandler mails = new RecordingHandler("mails");
        failOn(mails, card(1), 1);
        Handlers first = start(mails);
        append(journal, card(1), 2);
        await().atMost(SOON).until(() -> status(first, "mails").parked() == 1);
        first.close();

        mails.heal();
        Handlers second = start(mails);
        append(journal, card(1), 1);
        append(journal, card(2), 1);
        awaitHandled(mails, card(2), 1);
        assertThat(mails.handled(card(1))).isEmpty();
        assertThat(second.retry("mails", card(1))).isTrue();
        awaitHandled(mails, card(1), 3);
    }

    @Test
    void beyondItsLimitNoFurtherStreamIsParkedAndWhatFailsIsTriedAgain() {
        RecordingHandler mails = new RecordingHandler("mails");
        mails.failBy(_ -> {
            throw new IllegalStateException("no mail server");
        });
        Handlers handlers = start(withAttempts(2, 2), mails);
        for (int i = 0; i < 4; i++) {
            append(journal, card(i), 1);
        }
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 2);
        await().atMost(SOON).until(() -> status(handlers, "mails").stalled());
        mails.heal();
        await().atMost(SOON).until(() -> mails.handledCount() == 2);
        assertThat(observer.parked).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, NoClassDefFoundError.class})
    void anErrorOfAHandlerParksItsOwnStreamAndTheOthersGoOn(Class<? extends Error> kind) {
        RecordingHandler mails = new RecordingHandler("mails");
        mails.failBy(event -> {
            if (event.stream().equals(card(1))) {
                throw kind.getConstructor().newInstance();
            }
        });
        Handlers handlers = start(mails);
        append(journal, card(1), 1);
        append(journal, card(2), 3);
        awaitHandled(mails, card(2), 3);
        await().atMost(SOON).until(() -> status(handlers, "mails").parked() == 1);
        assertThat(handlers.parked("mails", 1).getFirst().failure()).contains(kind.getName());
    }

    @Test
    void aNewHandlerBeginsWhereItSays() {
        append(journal, card(1), 2);
        Instant between =
                Instant.EPOCH.plusNanos(
                        1_000 * (journal.read(card(1), 1, 1).getFirst().recordedAtMicros() + 1));
        await().atMost(SOON).until(() -> Instant.now().isAfter(between));
        append(journal, card(1), 2);
        RecordingHandler all = new RecordingHandler("all", Start.BEGINNING);
        RecordingHandler fromNow = new RecordingHandler("from-now", Start.NOW);
        RecordingHandler since = new RecordingHandler("since", Start.at(between));
        start(all, fromNow, since);
        append(journal, card(1), 2);
        awaitHandled(all, card(1), 6);
        await().atMost(SOON).until(() -> since.handledCount() == 4);
        await().atMost(SOON).until(() -> fromNow.handledCount() == 2);
        assertThat(since.handled(card(1))).isEqualTo(versions(3, 6));
        assertThat(fromNow.handled(card(1))).isEqualTo(versions(5, 6));
    }

    @Test
    void aHandlerThatIsKnownGoesOnFromItsCursorWhereverItSaysThatItBegins() {
        RecordingHandler before = new RecordingHandler("mails", Start.BEGINNING);
        append(journal, card(1), 3);
        Handlers first = start(before);
        awaitHandled(before, card(1), 3);
        first.close();

        append(journal, card(1), 2);
        RecordingHandler after = new RecordingHandler("mails", Start.NOW);
        start(after);
        await().atMost(SOON).until(() -> after.handledCount() == 2);
        assertThat(after.handled(card(1))).isEqualTo(versions(4, 5));
    }

    @Test
    void aSlowHandlerHoldsNoOtherHandlerBack() throws InterruptedException {
        RecordingHandler slow = new RecordingHandler("slow");
        RecordingHandler quick = new RecordingHandler("quick");
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch isSlow = new CountDownLatch(1);
        slow.failBy(_ -> {
            isSlow.countDown();
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        });
        start(slow, quick);
        for (int i = 0; i < 20; i++) {
            append(journal, card(i), 2);
        }
        assertThat(isSlow.await(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 20; i++) {
            awaitHandled(quick, card(i), 2);
        }
        assertThat(slow.handledCount()).isZero();
        go.countDown();
        await().atMost(SOON).until(() -> slow.handledCount() == 40);
    }

    @Test
    void moreEventsThanFitIntoMemoryBehindAFailureAreAllHandledInTheEnd() {
        RecordingHandler mails = new RecordingHandler("mails");
        failOn(mails, card(0), 1);
        HandlerSettings small =
                new HandlerSettings(
                        4,
                        8,
                        2,
                        1_000_000,
                        Duration.ofMillis(1),
                        Duration.ofMillis(2),
                        100,
                        Duration.ofMillis(50),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10));
        append(journal, card(0), 30);
        IntStream.range(1, 10).forEach(i -> append(journal, card(i), 3));
        start(small, mails);
        await().atMost(SOON).until(() -> mails.calls() > 10);
        mails.heal();
        awaitHandled(mails, card(0), 30);
        IntStream.range(1, 10).forEach(i -> awaitHandled(mails, card(i), 3));
    }

    /// So an append costs no more than before: its listener is the journal's own.
    @Test
    void withoutAHandlerNothingIsCalledAndTheListenerOfTheJournalIsTheSame() {
        List<String> calls = new CopyOnWriteArrayList<>();
        Journal watched =
                (Journal)
                        Proxy.newProxyInstance(
                                Journal.class.getClassLoader(),
                                new Class<?>[] {Journal.class},
                                (_, method, arguments) -> {
                                    calls.add(method.getName());
                                    return method.invoke(journal, arguments);
                                });
        GroupListener own = GroupListener.completing();
        try (Handlers none =
                new Handlers(List.of(), watched, Cards.QUICK, observer, System::nanoTime)) {
            assertThat(none.waking(own)).isSameAs(own);
            none.start();
            assertThat(none.statuses()).isEmpty();
        }
        assertThat(calls).isEmpty();

        try (Handlers one =
                new Handlers(
                        List.of(new RecordingHandler("mails")),
                        watched,
                        Cards.QUICK,
                        observer,
                        System::nanoTime)) {
            assertThat(one.waking(own)).isNotSameAs(own);
            one.start();
        }
        assertThat(calls).isNotEmpty();
    }

    @Test
    void namesThatCannotBeAreRefusedWithOneSentence() {
        assertThatThrownBy(() -> start(new RecordingHandler("Fine Mails")))
                .hasMessageContaining("'Fine Mails'")
                .hasMessageContaining("lower-case");
        assertThatThrownBy(() -> start(new RecordingHandler("a"), new RecordingHandler("a")))
                .hasMessageContaining("two handlers are named a");
        Handlers handlers = start(new RecordingHandler("a"));
        assertThatThrownBy(() -> handlers.retry("b", card(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'b'");
    }
}
