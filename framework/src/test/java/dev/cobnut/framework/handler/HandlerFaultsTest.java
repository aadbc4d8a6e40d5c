package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.append;
import static dev.cobnut.framework.handler.Cards.card;
import static dev.cobnut.framework.handler.Cards.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Handlers whose journal fails, whose member falls silent, or whose member is followed by another.
class HandlerFaultsTest {

    /// Ahead of the system's clocks; both members' terms are measured by it.
    private final AtomicLong aheadNanos = new AtomicLong();

    private final InstantSource clock = () -> Instant.now().plusNanos(aheadNanos.get());
    private final InMemoryJournal journal = InMemoryJournal.create(clock);
    private final InMemoryJournal sibling = journal.sibling();
    private final CursorsInFront cursors = new CursorsInFront(journal.cursors());
    private final HandlerCounts observer = new HandlerCounts();
    private final RecordingHandler first = new RecordingHandler("mails");
    private final RecordingHandler second = new RecordingHandler("mails");
    private final Handlers handlers = handlers(behind(journal, cursors), first);
    private final Handlers others = handlers(sibling, second);
    private final AtomicReference<GroupListener> listener =
            new AtomicReference<>(handlers.waking(GroupListener.completing()));

    private static Journal behind(Journal journal, Cursors cursors) {
        return new FaultyJournal(journal) {
            @Override
            public Cursors cursors() {
                return cursors;
            }
        };
    }

    private Handlers handlers(Journal over, EventHandler handler) {
        return new Handlers(
                List.of(handler),
                over,
                Cards.QUICK,
                observer,
                () -> System.nanoTime() + aheadNanos.get());
    }

    @BeforeEach
    void startJournals() {
        journal.start((group, outcomes) ->
                Objects.requireNonNull(listener.get()).written(group, outcomes));
        sibling.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        handlers.close();
        others.close();
        journal.close();
        sibling.close();
    }

    private long position() {
        return journal.cursors().states(List.of("mails")).getFirst().position();
    }

    @Test
    void whatWasHandledButNotRecordedBeforeTheEndIsHandledAgainAndNothingIsLost() {
        handlers.start();
        append(journal, card(1), 3);
        await().atMost(SOON).until(() -> position() == 3);
        cursors.failChanges(true);
        append(journal, card(1), 2);
        await().atMost(SOON).until(() -> first.handledCount() == 5);
        handlers.close();

        aheadNanos.addAndGet(LoopLimits.OF_A_BEAN.term().toNanos());
        append(journal, card(1), 1);
        others.start();
        await().atMost(SOON).until(() -> second.handledCount() == 3);
        assertThat(second.handled(card(1))).isEqualTo(versions(4, 6));
    }

    @Test
    void aMemberThatStopsIsFollowedAtOnceAndNothingIsHandledTwice() {
        handlers.start();
        await().atMost(SOON).until(() -> handlers.statuses().getFirst().runsHere());
        others.start();
        append(journal, card(1), 10);
        await().atMost(SOON).until(() -> first.handledCount() == 10);
        assertThat(others.statuses().getFirst().runsHere()).isFalse();
        handlers.close();
        append(journal, card(1), 10);
        await().atMost(SOON).until(() -> second.handledCount() == 10);
        assertThat(first.handled(card(1))).isEqualTo(versions(1, 10));
        assertThat(second.handled(card(1))).isEqualTo(versions(11, 20));
    }

    @Test
    void aMemberThatIsCutOffBeginsNothingAfterItsTermAndGivesWayWhenItIsBack() {
        handlers.start();
        append(journal, card(1), 2);
        await().atMost(SOON).until(() -> position() == 2);
        cursors.failChanges(true);
        aheadNanos.addAndGet(LoopLimits.OF_A_BEAN.term().toNanos());
        append(journal, card(1), 2);
        others.start();
        await().atMost(SOON).until(() -> second.handledCount() == 2);
        assertThat(first.handled(card(1))).isEqualTo(versions(1, 2));
        assertThat(second.handled(card(1))).isEqualTo(versions(3, 4));

        cursors.failChanges(false);
        await().atMost(SOON).until(() -> !handlers.statuses().getFirst().runsHere());
        append(journal, card(1), 2);
        await().atMost(SOON).until(() -> second.handledCount() == 4);
        assertThat(first.handledCount()).isEqualTo(2);
    }

    @Test
    void aJournalThatCannotBeReadForAWhileDelaysAndLosesNothing() {
        handlers.start();
        append(journal, card(1), 2);
        await().atMost(SOON).until(() -> first.handledCount() == 2);
        cursors.failReads(true);
        append(journal, card(1), 3);
        await().atMost(SOON).until(() -> cursors.failedReads() > 0);
        cursors.failReads(false);
        await().atMost(SOON).until(() -> first.handledCount() == 5);
        assertThat(first.handled(card(1))).isEqualTo(versions(1, 5));
    }

    @Test
    void theEndWaitsForTheEventThatIsBeingHandledAndBeginsNoOther() throws InterruptedException {
        CountDownLatch isHandling = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        first.failBy(_ -> {
            isHandling.countDown();
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        });
        handlers.start();
        append(journal, card(1), 3);
        assertThat(isHandling.await(60, TimeUnit.SECONDS)).isTrue();
        Thread closing = Thread.ofVirtual().start(handlers::close);
        await().atMost(SOON).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        assertThat(first.handledCount()).isZero();
        go.countDown();
        assertThat(closing.join(Duration.ofSeconds(60))).isTrue();
        assertThat(first.calls()).isEqualTo(first.handledCount());
        assertThat(position()).isEqualTo(first.handledCount());
    }

    @Test
    void afterAFailoverThatLostEventsThoseThatTookTheirPositionsAreHandled() {
        InMemoryJournal standby = InMemoryJournal.create(clock);
        standby.start(GroupListener.completing());
        append(standby, card(1), 2);
        standby.cursors().register("mails", 2);

        handlers.start();
        append(journal, card(1), 5);
        await().atMost(SOON).until(() -> first.handledCount() == 5);
        append(standby, card(2), 9);
        cursors.exchangeFor(standby.cursors());
        await().atMost(SOON).until(() -> first.handled(card(2)).size() == 9);
        assertThat(first.handled(card(2))).isEqualTo(versions(1, 9));
        handlers.close();
        standby.close();
    }
}
