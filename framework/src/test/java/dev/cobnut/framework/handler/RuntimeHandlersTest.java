package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.append;
import static dev.cobnut.framework.handler.Cards.card;
import static dev.cobnut.framework.handler.Cards.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Handlers that come and go while the journal takes events.
///
/// What each of them promises is in `HandlersContract`. Not covered: several members, because the
/// caller decides where handlers run.
class RuntimeHandlersTest {

    private static final String READER = "test-reader";

    @TempDir Path folder;

    private final HandlerCounts observer = new HandlerCounts();

    /// Reads of the journal by position, by the thread that read.
    private final Map<String, Integer> reads = new ConcurrentHashMap<>();

    Journal journal;
    private RuntimeHandlers handlers;

    /// A journal, not started.
    Journal open(Path folder) {
        return InMemoryJournal.create(InstantSource.system());
    }

    @BeforeEach
    void start() {
        journal = open(folder);
        journal.start(GroupListener.completing());
        handlers =
                new RuntimeHandlers(
                        READER, watched(journal), Cards.QUICK, observer, System::nanoTime);
        handlers.start();
    }

    @AfterEach
    void close() {
        handlers.close();
        journal.close();
    }

    private Journal watched(Journal watched) {
        return proxy(
                Journal.class,
                watched,
                Map.of(
                        "cursors",
                        () -> {
                            Object cursors = watched.cursors();
                            return proxy(
                                    dev.cobnut.framework.journal.Cursors.class,
                                    cursors,
                                    Map.of(
                                            "readAll",
                                            () -> {
                                                reads.merge(
                                                        Thread.currentThread().getName(),
                                                        1,
                                                        Integer::sum);
                                                return null;
                                            }));
                        }));
    }

    /// @param calls what is called first; null from it goes on to the object
    private static <T> T proxy(
            Class<T> type, Object behind, Map<String, java.util.function.Supplier<?>> calls) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> {
                            var call = calls.get(method.getName());
                            Object result = call == null ? null : call.get();
                            return result == null ? method.invoke(behind, arguments) : result;
                        }));
    }

    private static void awaitHandled(RecordingHandler handler, int card, int from, int through) {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(handler.handled(card(card))).isEqualTo(versions(from, through)));
    }

    private HandlerStatus status(String name) {
        return handlers.statuses(List.of(name)).getFirst();
    }

    @Test
    void aHandlerGetsTheEventsAfterItsPositionAndThoseThatFollow() {
        append(journal, card(1), 3);
        RecordingHandler one = new RecordingHandler("one");
        handlers.run(one, 2);
        RecordingHandler all = new RecordingHandler("all");
        handlers.run(all, 0);
        awaitHandled(one, 1, 3, 3);
        append(journal, card(1), 300);
        awaitHandled(one, 1, 3, 303);
        awaitHandled(all, 1, 1, 303);
        assertThat(one.overlaps()).isEmpty();
        await().atMost(SOON).until(() -> status("one").behind() == 0);
        assertThat(status("one").runsHere()).isTrue();
        assertThat(handlers.names()).containsExactlyInAnyOrder("one", "all");
    }

    @Test
    void aHandlerThatHangsAndOneThatFailsDelayNoOther() {
        CountDownLatch never = new CountDownLatch(1);
        RecordingHandler hanging = new RecordingHandler("hanging");
        hanging.failBy(_ -> never.await());
        RecordingHandler failing = new RecordingHandler("failing");
        failing.failBy(_ -> {
            throw new RetryLaterException("away", java.time.Duration.ofHours(1));
        });
        RecordingHandler sound = new RecordingHandler("sound");
        for (RecordingHandler handler : List.of(hanging, failing, sound)) {
            handlers.run(handler, 0);
        }
        for (int i = 1; i <= 20; i++) {
            append(journal, card(i), 5);
        }
        for (int i = 1; i <= 20; i++) {
            awaitHandled(sound, i, 1, 5);
        }
        assertThat(hanging.handledCount() + failing.handledCount()).isZero();
        never.countDown();
    }

    @Test
    void aStoppedHandlerGetsNothingAndGoesOnFromItsCursorWhenItRunsAgain() {
        RecordingHandler first = new RecordingHandler("one");
        handlers.run(first, 0);
        append(journal, card(1), 3);
        awaitHandled(first, 1, 1, 3);
        await().atMost(SOON).until(() -> status("one").behind() == 0);

        assertThat(handlers.stop("one")).isTrue();
        assertThat(handlers.stop("one")).isFalse();
        RecordingHandler other = new RecordingHandler("other");
        handlers.run(other, 3);
        append(journal, card(1), 2);
        awaitHandled(other, 1, 4, 5);
        assertThat(first.handled(card(1))).isEqualTo(versions(1, 3));
        assertThat(status("one").runsHere()).isFalse();
        assertThat(status("one").behind()).isEqualTo(2);

        RecordingHandler again = new RecordingHandler("one");
        handlers.run(again, 0);
        awaitHandled(again, 1, 4, 5);
    }

    @Test
    void aForgottenHandlerIsNewWhenItRunsAgain() {
        RecordingHandler first = new RecordingHandler("one");
        handlers.run(first, 0);
        append(journal, card(1), 3);
        awaitHandled(first, 1, 1, 3);

        handlers.forget("one");

        assertThat(handlers.statuses(List.of("one"))).isEmpty();
        RecordingHandler again = new RecordingHandler("one");
        handlers.run(again, 1);
        awaitHandled(again, 1, 2, 3);
    }

    @Test
    void anExchangedHandlerGoesOnWhereTheFormerOneEnded() {
        RecordingHandler last = new RecordingHandler("one");
        List<RecordingHandler> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            last = new RecordingHandler("one");
            all.add(last);
            handlers.run(last, 0);
            append(journal, card(1), 10);
        }
        RecordingHandler running = last;
        await().atMost(SOON).until(() -> status("one").behind() == 0);
        append(journal, card(1), 1);
        await().atMost(SOON).until(() -> running.handled(card(1)).contains(101L));
        List<Long> versions = new ArrayList<>();
        all.forEach(handler -> versions.addAll(handler.handled(card(1))));
        assertThat(versions.stream().distinct()).containsExactlyElementsOf(versions(1, 101));
    }

    @Test
    void aParkedStreamIsTriedAgain() {
        RecordingHandler one = new RecordingHandler("one");
        one.failBy(_ -> {
            throw new ParkStreamException("no");
        });
        handlers.run(one, 0);
        append(journal, card(1), 3);
        await().atMost(SOON).until(() -> status("one").parked() == 1);
        assertThat(handlers.parked("one", 10).getFirst().failure()).isEqualTo("no");
        one.heal();
        assertThat(handlers.retryAll("one")).isEqualTo(1);
        awaitHandled(one, 1, 1, 3);
        await().atMost(SOON).until(() -> status("one").parked() == 0);
    }

    @Test
    void ofManyHandlersAtTheEndOfTheJournalOnlyOneThreadReadsIt() {
        append(journal, card(1), 10);
        List<RecordingHandler> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            RecordingHandler handler = new RecordingHandler("handler-" + i);
            all.add(handler);
            handlers.run(handler, 9);
        }
        append(journal, card(1), 1);
        all.forEach(handler -> awaitHandled(handler, 1, 10, 11));

        reads.clear();
        append(journal, card(1), 50);
        all.forEach(handler -> awaitHandled(handler, 1, 10, 61));
        assertThat(reads.keySet()).isEqualTo(Set.of(READER));
    }

    @Test
    void withoutAHandlerNothingIsRead() {
        RecordingHandler one = new RecordingHandler("one");
        handlers.run(one, 0);
        append(journal, card(1), 1);
        awaitHandled(one, 1, 1, 1);
        handlers.stop("one");
        await().atMost(SOON).until(() -> waits(READER));
        reads.clear();
        append(journal, card(1), 20);
        assertThat(reads).isEmpty();
    }

    /// True when the thread waits without a time.
    private static boolean waits(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(one ->
                        one.getName().equals(thread) && one.getState() == Thread.State.WAITING);
    }

    @Test
    void aNameThatCannotBeIsRefused() {
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> handlers.run(new RecordingHandler("No Name"), 0))
                .hasMessageContaining("a name begins with a lower-case letter");
    }
}
