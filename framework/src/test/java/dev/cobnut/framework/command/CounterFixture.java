package dev.cobnut.framework.command;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Handled;
import dev.cobnut.runtime.entity.Batch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A member with aggregates of counters over a shared journal, without mailboxes and maps. The test
/// chooses the commands that are handled together.
final class CounterFixture implements AutoCloseable {

    private static final int KEPT_BYTES_MAX = 4_096;

    private final InMemoryJournal log;
    private final AppendDeadline deadline = new AppendDeadline(Duration.ofSeconds(20));
    private final AggregateContext<Counter, Change, Counted> context;
    final ScriptedJournal journal;

    CounterFixture() {
        this(InMemoryJournal.create(InstantSource.system()), _ -> true);
    }

    /// @param sharesAppend see [Decider#sharesAppend]
    CounterFixture(Predicate<Change> sharesAppend) {
        this(InMemoryJournal.create(InstantSource.system()), sharesAppend);
    }

    /// With a limit of the largest event whose stream's state is kept.
    CounterFixture(int keptBytesMax) {
        this(InMemoryJournal.create(InstantSource.system()), _ -> true, keptBytesMax);
    }

    private CounterFixture(InMemoryJournal log, Predicate<Change> sharesAppend) {
        this(log, sharesAppend, KEPT_BYTES_MAX);
    }

    private CounterFixture(InMemoryJournal log, Predicate<Change> sharesAppend, int keptBytesMax) {
        this.log = log;
        journal = new ScriptedJournal(log);
        EventStore streams = TestNode.streamsWithoutMaps(journal);
        context =
                new AggregateContext<>(
                        new Selective(new CounterDecider(), sharesAppend),
                        streams,
                        journal,
                        TestNode.IDS,
                        InstantSource.system(),
                        deadline,
                        keptBytesMax,
                        null);
        journal.start(streams);
    }

    /// Another member.
    CounterFixture sibling() {
        return new CounterFixture(log.sibling(), _ -> true);
    }

    Aggregate<Counter, Change, Counted> aggregate(StreamId stream) {
        return new Aggregate<>(context, stream);
    }

    /// The state of a stream at a version.
    Versioned<Counter> fold(StreamId stream, long version) {
        return Objects.requireNonNull(context.foldLatest(stream, version).reached());
    }

    /// Handles commands that waited together.
    @SafeVarargs
    static List<Handled<CommandResult<Counter>>> together(
            Aggregate<Counter, Change, Counted> aggregate, Command<Change>... commands) {
        List<Command<Change>> inOrder = new ArrayList<>();
        for (Command<Change> command : commands) {
            inOrder.add(command);
        }
        return together(aggregate, inOrder);
    }

    static List<Handled<CommandResult<Counter>>> together(
            Aggregate<Counter, Change, Counted> aggregate, List<Command<Change>> commands) {
        Batch<Command<Change>, CommandResult<Counter>> batch = Batch.of(commands);
        aggregate.handleAll(batch);
        List<Handled<CommandResult<Counter>>> results = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            results.add(Objects.requireNonNull(batch.result(i), "no answer to " + i));
        }
        return results;
    }

    /// For the only stream of a journal: its versions are the journal's positions.
    static Handled<CommandResult<Counter>> accepted(
            StreamId stream, int value, long version, boolean repeated) {
        return new Answered<>(
                new CommandResult.Accepted<>(
                        stream, new Counter(value), version, version, repeated));
    }

    static Handled<CommandResult<Counter>> refused(int value, long version, boolean repeated) {
        return new Answered<>(
                new CommandResult.Refused<>(CounterDecider.tooLarge(value), version, repeated));
    }

    static Handled<CommandResult<Counter>> answered(CommandResult<Counter> result) {
        return new Answered<>(result);
    }

    /// Failures are equal when they say the same.
    static Object comparable(Handled<CommandResult<Counter>> result) {
        return result instanceof Failed<CommandResult<Counter>>(var cause)
                ? "failed: " + cause
                : result;
    }

    @Override
    public void close() {
        deadline.close();
        journal.close();
    }

    private record Selective(CounterDecider counting, Predicate<Change> shares)
            implements Decider<Counter, Change, Counted> {

        @Override
        public String category() {
            return counting.category();
        }

        @Override
        public EventCodec<Counted> codec() {
            return counting.codec();
        }

        @Override
        public Decision<Counted> decide(@Nullable Counter state, Change command, Instant now) {
            return counting.decide(state, command, now);
        }

        @Override
        public Counter evolve(@Nullable Counter state, Counted event) {
            return counting.evolve(state, event);
        }

        @Override
        public boolean sharesAppend(Change command) {
            return shares.test(command);
        }
    }
}
