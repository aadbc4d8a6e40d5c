package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.append;
import static dev.cobnut.framework.handler.Cards.card;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What is in memory of a journal is what the journal has.
class JournalTailTest {

    private final Journal journal = started();
    private final AtomicReference<Journal> behind = new AtomicReference<>(journal);
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Runnable onRead = () -> {};
    private final JournalTail tail = new JournalTail(front());

    private static Journal started() {
        Journal journal = InMemoryJournal.create(InstantSource.system());
        journal.start(GroupListener.completing());
        return journal;
    }

    /// The journal that is behind at the moment, with its reads counted.
    private Journal front() {
        return (Journal)
                Proxy.newProxyInstance(
                        Journal.class.getClassLoader(),
                        new Class<?>[] {Journal.class},
                        (_, method, arguments) ->
                                method.getName().equals("cursors")
                                        ? counted()
                                        : method.invoke(now(), arguments));
    }

    private Journal now() {
        return Objects.requireNonNull(behind.get());
    }

    private Cursors counted() {
        Cursors cursors = now().cursors();
        return (Cursors)
                Proxy.newProxyInstance(
                        Cursors.class.getClassLoader(),
                        new Class<?>[] {Cursors.class},
                        (_, method, arguments) -> {
                            reads.incrementAndGet();
                            onRead.run();
                            return method.invoke(cursors, arguments);
                        });
    }

    private List<RecordedEvent> expected(long after, int limit) {
        return now().cursors().readAll(after, limit);
    }

    @Test
    void everyPageIsThatOfTheJournal() {
        assertThat(tail.refresh()).isFalse();
        assertThat(tail.read(0, 10)).isEmpty();
        append(journal, card(1), 5);
        assertThat(tail.refresh()).isTrue();
        append(journal, card(2), 700);
        assertThat(tail.refresh()).isTrue();
        assertThat(tail.refresh()).isFalse();
        for (long after = 0; after <= 706; after += 7) {
            for (int limit : new int[] {1, 2, 64, 1_000}) {
                assertThat(tail.read(after, limit)).isEqualTo(expected(after, limit));
            }
        }
    }

    @Test
    void whatIsInMemoryIsNotReadAgain() {
        append(journal, card(1), 5);
        tail.refresh();
        append(journal, card(1), 5);
        tail.refresh();
        reads.set(0);
        assertThat(tail.read(5, 64)).hasSize(5);
        assertThat(tail.read(4, 64)).hasSize(6);
        assertThat(tail.read(10, 64)).isEmpty();
        assertThat(reads).hasValue(0);
        assertThat(tail.read(3, 64)).as("before the memory begins").hasSize(7);
        assertThat(reads).hasValue(1);
    }

    @Test
    void moreEventsThanFitLeaveFromTheBeginning() {
        append(journal, card(1), 1);
        tail.refresh();
        append(journal, card(1), 4_200);
        assertThat(tail.refresh()).isTrue();
        reads.set(0);
        assertThat(EventPage.isFull(tail.read(4_201 - 4_096, 64), 64)).isTrue();
        assertThat(reads).hasValue(0);
        assertThat(tail.read(4_200 - 4_096, 64)).isEqualTo(expected(4_200 - 4_096, 64));
        assertThat(reads).hasValue(1);
    }

    @Test
    void aJournalThatLostEventsIsReadAsItIsNow() {
        append(journal, card(1), 20);
        tail.refresh();
        append(journal, card(1), 20);
        tail.refresh();

        Journal other = started();
        append(other, card(7), 30);
        behind.set(other);

        assertThat(tail.refresh()).as("the readers have to look").isTrue();
        assertThat(tail.read(25, 64)).isEqualTo(expected(25, 64)).hasSize(5);
        tail.refresh();
        append(other, card(7), 3);
        tail.refresh();
        assertThat(tail.read(30, 64)).isEqualTo(expected(30, 64)).hasSize(3);
    }

    @Test
    void whatIsInMemoryIsReadWhileTheJournalDoesNotAnswer() throws Exception {
        append(journal, card(1), 5);
        tail.refresh();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        onRead =
                () -> {
                    asked.countDown();
                    try {
                        answered.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                };
        Thread refreshing = Thread.ofPlatform().start(tail::refresh);
        asked.await();
        try {
            assertThat(CompletableFuture.supplyAsync(() -> tail.read(4, 64)).get(1, MINUTES))
                    .hasSize(1);
        } finally {
            answered.countDown();
            refreshing.join();
        }
    }
}
