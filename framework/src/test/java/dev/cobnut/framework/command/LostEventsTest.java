package dev.cobnut.framework.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.CounterDecider.SetTo;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A failover to a server that lacks acknowledged events, as an aggregate in memory meets it: the
/// events are deleted, and the journal's connection breaks.
@NeedsPostgres
class LostEventsTest {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private final PostgresServer server = PostgresServer.shared();
    private final PostgresSettings settings = server.newJournal();
    private final AppendDeadline deadline = new AppendDeadline(Duration.ofSeconds(60));
    private final StreamId stream = StreamId.of("counter", "lost-" + NEXT.incrementAndGet());

    private PostgresJournal journal;
    private Aggregate<Counter, Change, Counted> aggregate;

    @BeforeEach
    void countToFiveInThreeEventsAndLoseTwo() {
        journal = PostgresJournal.open(settings, InstantSource.system());
        EventStore streams = TestNode.streamsWithoutMaps(journal);
        journal.start(streams);
        aggregate =
                new Aggregate<>(
                        new AggregateContext<>(
                                new CounterDecider(),
                                streams,
                                journal,
                                TestNode.IDS,
                                InstantSource.system(),
                                deadline,
                                100_000,
                                null),
                        stream);
        aggregate.handle(Command.to(stream, new Open(3)));
        aggregate.handle(Command.to(stream, new Add(1)));
        assertThat(aggregate.handle(Command.to(stream, new Add(1)))).isEqualTo(accepted(5, 3));
        server.run(
                "DELETE FROM " + settings.schema() + ".events WHERE version > 1",
                "DELETE FROM " + settings.schema() + ".unpublished WHERE position > 1",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'cobnut-journal%'");
    }

    @AfterEach
    void close() {
        deadline.close();
        journal.close();
    }

    private CommandResult<Counter> accepted(int value, long version) {
        long position = journal.read(stream, version - 1, 1).getFirst().position();
        return new CommandResult.Accepted<>(stream, new Counter(value), version, position, false);
    }

    @Test
    void aCommandIsDecidedOnWhatIsLeft() {
        assertThat(aggregate.handle(Command.to(stream, new Add(2)))).isEqualTo(accepted(5, 2));
    }

    @Test
    void aCommandThatExpectsTheVersionThatIsLeftIsNoConflict() {
        Command<Change> add = Command.to(stream, new Add(2));
        assertThat(aggregate.handle(add.expecting(1))).isEqualTo(accepted(5, 2));
    }

    @Test
    void whatWasLostIsNotTakenForAlreadyDone() {
        assertThat(aggregate.handle(Command.to(stream, new SetTo(5)))).isEqualTo(accepted(5, 2));
    }
}
