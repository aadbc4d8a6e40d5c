package dev.cobnut.framework.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SnapshotStore;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.snapshot.AccountDecider.Balance;
import dev.cobnut.framework.snapshot.AccountDecider.Book;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A node with accounts in a journal in memory, without maps. It can start again with another rule
/// for snapshots.
final class AccountNode implements AutoCloseable {

    private final Journal journal;
    private final EventStore streams;
    private AccountDecider decider;
    private StreamGateway<Balance, Book, ?> gateway;

    /// @param rule null for no snapshots
    AccountNode(@Nullable Snapshots<Balance> rule) {
        this(rule, InMemoryJournal.create(InstantSource.system()));
    }

    private AccountNode(@Nullable Snapshots<Balance> rule, Journal journal) {
        this.journal = journal;
        streams = TestNode.streamsWithoutMaps(journal);
        journal.start(streams);
        decider = new AccountDecider(rule);
        gateway = open();
    }

    /// A node whose snapshots are in another store.
    static AccountNode with(Snapshots<Balance> rule, SnapshotStore snapshots) {
        return new AccountNode(
                rule,
                new FaultyJournal(InMemoryJournal.create(InstantSource.system())) {
                    @Override
                    public SnapshotStore snapshots() {
                        return snapshots;
                    }
                });
    }

    private StreamGateway<Balance, Book, ?> open() {
        return TestNode.gateway(decider, streams, journal);
    }

    /// Forgets all states. What waits to be written is written before.
    void restart(@Nullable Snapshots<Balance> rule) {
        gateway.close();
        decider = new AccountDecider(rule);
        gateway = open();
    }

    AccountDecider decider() {
        return decider;
    }

    StreamGateway<Balance, Book, ?> gateway() {
        return gateway;
    }

    StreamSnapshots<Balance> snapshots() {
        return Objects.requireNonNull(gateway.snapshots());
    }

    Journal journal() {
        return journal;
    }

    /// Books amounts, one command each.
    void book(StreamId stream, int... amounts) {
        for (int amount : amounts) {
            var _ = send(Command.to(stream, new Book(amount, "")));
        }
    }

    /// Books an amount of 1 several times.
    void bookOnes(StreamId stream, int times) {
        for (int i = 0; i < times; i++) {
            book(stream, 1);
        }
    }

    /// @throws AssertionError when the command is not accepted
    CommandResult.Accepted<Balance> send(Command<Book> command) {
        CommandResult<Balance> result = gateway.send(command);
        assertThat(result).isInstanceOf(CommandResult.Accepted.class);
        return (CommandResult.Accepted<Balance>) result;
    }

    @Override
    public void close() {
        gateway.close();
        journal.close();
    }
}
