package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.append;
import static dev.cobnut.framework.handler.Cards.card;
import static dev.cobnut.framework.handler.Cards.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two members over one PostgreSQL, both writing, with the same handler.
@NeedsPostgresDatabase
class HandlersInClusterTest {

    private static final int STREAMS = 6;
    private static final int ROUNDS = 15;

    private final PostgresSettings settings = PostgresDatabase.shared().newJournal();
    private final Member one = new Member();
    private final Member other = new Member();

    private final class Member {

        private final Journal journal = PostgresJournal.open(settings, InstantSource.system());
        private final RecordingHandler handler = new RecordingHandler("mails");
        private final Handlers handlers =
                new Handlers(
                        List.of(handler),
                        journal,
                        Cards.QUICK,
                        new HandlerCounts(),
                        System::nanoTime);

        Member() {
            journal.start(handlers.waking(GroupListener.completing()));
        }
    }

    @AfterEach
    void close() {
        one.handlers.close();
        other.handlers.close();
        one.journal.close();
        other.journal.close();
    }

    @Test
    void whileBothMembersWriteTheHandlerMovesFromOneToTheOtherAndNoEventIsMissedOrOutOfOrder()
            throws Exception {
        one.handlers.start();
        other.handlers.start();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> written = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                Journal journal = i % 2 == 0 ? one.journal : other.journal;
                int number = i;
                written.add(writers.submit(() -> append(journal, card(number), ROUNDS)));
            }
            await().atMost(SOON)
                    .until(() ->
                            one.handler.handledCount() + other.handler.handledCount() > STREAMS);
            Member owner = one.handlers.statuses().getFirst().runsHere() ? one : other;
            owner.handlers.close();
            for (Future<?> future : written) {
                future.get();
            }
        }
        // A member whose claim ends before its cursor is stored leaves events that are handled
        // again.
        for (int i = 0; i < STREAMS; i++) {
            StreamId stream = card(i);
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(handledByAny(stream))
                                    .isEqualTo(Set.copyOf(versions(1, ROUNDS))));
            assertThat(one.handler.handled(stream)).isSorted();
            assertThat(other.handler.handled(stream)).isSorted();
        }
    }

    private Set<Long> handledByAny(StreamId stream) {
        Set<Long> handled = new TreeSet<>(one.handler.handled(stream));
        handled.addAll(other.handler.handled(stream));
        return handled;
    }

    @Test
    void aRetryThatOneMemberAsksForIsMadeByTheOneThatRunsTheHandler() {
        one.handler.failBy(_ -> {
            throw new IllegalStateException("planted fault");
        });
        one.handlers.start();
        append(other.journal, card(1), 2);
        await().atMost(SOON).until(() -> other.handlers.statuses().getFirst().parked() == 1);
        one.handler.heal();
        assertThat(other.handlers.parked("mails", 10)).hasSize(1);
        assertThat(other.handlers.retry("mails", card(1))).isTrue();
        await().atMost(SOON).until(() -> one.handler.handledCount() == 2);
        assertThat(one.handler.handled(card(1))).isEqualTo(versions(1, 2));
    }
}
