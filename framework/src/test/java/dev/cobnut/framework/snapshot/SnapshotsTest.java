package dev.cobnut.framework.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.SnapshotStore;
import dev.cobnut.framework.journal.StoredSnapshot;
import dev.cobnut.framework.node.LoggedRecords;
import dev.cobnut.framework.snapshot.AccountDecider.Balance;
import dev.cobnut.framework.snapshot.AccountDecider.Book;
import java.util.Objects;
import java.util.UUID;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Streams whose states are kept beside their events.
class SnapshotsTest {

    private static final StreamId STREAM = StreamId.of("account", "one");
    private static final Snapshots<Balance> EVERY_50 = AccountDecider.json().everyEvents(50);

    private static StoredSnapshot stored(AccountNode node) {
        return Objects.requireNonNull(node.journal().snapshots().find(STREAM));
    }

    @Test
    void afterARestartACommandAppliesOnlyTheEventsSinceTheSnapshot() {
        try (AccountNode node = new AccountNode(EVERY_50)) {
            node.bookOnes(STREAM, 120);
            node.restart(EVERY_50);

            CommandResult.Accepted<Balance> answer = node.send(Command.to(STREAM, new Book(5, "")));

            assertThat(answer.state()).isEqualTo(new Balance(125, 5));
            assertThat(answer.version()).isEqualTo(121);
            assertThat(node.decider().applied()).isEqualTo(21);
            assertThat(node.snapshots().used()).isEqualTo(1);
            assertThat(stored(node).version()).isEqualTo(100);
        }
    }

    @Test
    void theStateIsReadFromTheSnapshotToo() {
        try (AccountNode node = new AccountNode(EVERY_50)) {
            node.bookOnes(STREAM, 60);
            node.restart(EVERY_50);

            assertThat(node.gateway().state(STREAM))
                    .contains(new Versioned<>(new Balance(60, 1), 60));
            assertThat(node.decider().applied()).isEqualTo(10);
        }
    }

    @Test
    void aSnapshotOfTheLastEventIsEnough() {
        try (AccountNode node = new AccountNode(EVERY_50)) {
            node.bookOnes(STREAM, 50);
            node.restart(EVERY_50);

            assertThat(node.send(Command.to(STREAM, new Book(2, ""))).version()).isEqualTo(51);
            assertThat(node.decider().applied()).isEqualTo(1);
        }
    }

    @Test
    void aLongStreamGetsItsSnapshotWithItsNextCommandAfterTheyAreSwitchedOn() {
        try (AccountNode node = new AccountNode(null)) {
            node.bookOnes(STREAM, 70);
            assertThat(node.gateway().snapshots()).isNull();
            node.restart(EVERY_50);
            node.book(STREAM, 1);
            node.restart(EVERY_50);

            assertThat(stored(node).version()).isEqualTo(71);
            node.book(STREAM, 1);
            assertThat(node.decider().applied()).isEqualTo(1);
        }
    }

    @Test
    void fewLargeEventsAreASnapshotToo() {
        Snapshots<Balance> rule = AccountDecider.json().everyBytes(10_000);
        try (AccountNode node = new AccountNode(rule)) {
            for (int i = 1; i <= 3; i++) {
                node.send(Command.to(STREAM, new Book(i, "x".repeat(4_000))));
            }
            node.restart(rule);
            assertThat(stored(node).version()).isEqualTo(3);
        }
    }

    @Test
    void aSnapshotOfAnotherSchemaVersionIsIgnoredAndReplaced() {
        Snapshots<Balance> next = EVERY_50.schemaVersion(2);
        try (AccountNode node = new AccountNode(EVERY_50)) {
            node.bookOnes(STREAM, 60);
            node.restart(next);
            assertThat(node.send(Command.to(STREAM, new Book(1, ""))).state())
                    .isEqualTo(new Balance(61, 1));
            assertThat(node.decider().applied()).isEqualTo(61);
            assertThat(node.snapshots().ignored()).isEqualTo(1);

            node.restart(next);
            assertThat(stored(node).schemaVersion()).isEqualTo(2);
            assertThat(stored(node).version()).isEqualTo(61);
        }
    }

    @Test
    void anUnreadableSnapshotIsIgnoredAndLogged() {
        try (AccountNode node = new AccountNode(EVERY_50);
                LoggedRecords log = LoggedRecords.of(StreamSnapshots.class.getName())) {
            node.bookOnes(STREAM, 60);
            node.restart(EVERY_50);
            StoredSnapshot good = stored(node);
            for (String broken : new String[] {"{\"sum\": 5", "null", "", "[1]"}) {
                node.restart(EVERY_50);
                node.journal()
                        .snapshots()
                        .put(
                                new StoredSnapshot(
                                        STREAM,
                                        good.version(),
                                        good.eventId(),
                                        good.schemaVersion(),
                                        Payload.ofUtf8(broken)));
                assertThat(node.gateway().state(STREAM))
                        .contains(new Versioned<>(new Balance(60, 1), 60));
                assertThat(node.snapshots().ignored()).isEqualTo(1);
            }
            assertThat(log.at(Level.WARNING))
                    .extracting(LoggedRecords::text)
                    .hasSize(4)
                    .allMatch(line -> line.contains("account-one at version 50 cannot be read"));
        }
    }

    /// As after a failover of the journal's server that lost events, when others have their
    /// versions.
    @Test
    void aSnapshotOfAnEventThatTheStreamDoesNotHaveIsIgnored() {
        try (AccountNode node = new AccountNode(EVERY_50)) {
            node.bookOnes(STREAM, 60);
            for (long version : new long[] {40, 61}) {
                node.restart(EVERY_50);
                node.journal()
                        .snapshots()
                        .put(
                                new StoredSnapshot(
                                        STREAM,
                                        version,
                                        UUID.randomUUID(),
                                        1,
                                        Payload.ofUtf8("{\"sum\":999,\"last\":9}")));
                assertThat(node.gateway().state(STREAM))
                        .contains(new Versioned<>(new Balance(60, 1), 60));
                assertThat(node.snapshots().ignored()).isEqualTo(1);
            }
        }
    }

    @Test
    void aRepetitionGetsTheStateOfItsTimeAndNotTheSnapshots() {
        CommandKey key = new CommandKey("key", "print");
        try (AccountNode node = new AccountNode(EVERY_50)) {
            node.bookOnes(STREAM, 20);
            Command<Book> command = Command.to(STREAM, new Book(7, "")).withKey(key);
            node.send(command);
            node.bookOnes(STREAM, 60);
            node.restart(EVERY_50);

            CommandResult.Accepted<Balance> again = node.send(command);
            assertThat(again.version()).isEqualTo(21);
            assertThat(again.position()).isEqualTo(21);
            assertThat(again.state()).isEqualTo(new Balance(27, 7));
        }
    }

    @Test
    void whenSnapshotsCannotBeStoredCommandsAreTakenAllTheSame() {
        SnapshotStore broken =
                new SnapshotStore() {
                    @Override
                    public @Nullable StoredSnapshot find(StreamId stream) {
                        return null;
                    }

                    @Override
                    public void put(StoredSnapshot snapshot) {
                        throw new JournalException("planted fault", null);
                    }
                };
        try (AccountNode node = AccountNode.with(EVERY_50, broken);
                LoggedRecords log = LoggedRecords.of(StreamSnapshots.class.getName())) {
            node.bookOnes(STREAM, 120);
            node.gateway().close();
            assertThat(node.snapshots().failed()).isEqualTo(2);
            assertThat(node.snapshots().taken()).isZero();
            assertThat(log.at(Level.WARNING)).hasSize(1);
        }
    }

    @Test
    void aStateThatIsTooLargeOrCannotBeWrittenIsNotKept() {
        Snapshots<Balance> large =
                Snapshots.<Balance>of(
                                _ -> Payload.of(new byte[Snapshots.STATE_BYTES_MAX + 1]),
                                _ -> new Balance(0, 0))
                        .everyEvents(10);
        Snapshots<Balance> failing =
                Snapshots.<Balance>of(
                                _ -> {
                                    throw new IllegalStateException("planted fault");
                                },
                                _ -> new Balance(0, 0))
                        .everyEvents(10);
        try (AccountNode node = new AccountNode(large)) {
            node.bookOnes(STREAM, 10);
            node.gateway().close();
            assertThat(node.snapshots().failed()).isEqualTo(1);
            node.restart(failing);
            node.bookOnes(STREAM, 10);
            node.gateway().close();
            assertThat(node.snapshots().failed()).isPositive();
            assertThat(node.journal().snapshots().find(STREAM)).isNull();
        }
    }

    @Test
    void aRuleThatCannotBeKeptIsRefused() {
        assertThatThrownBy(() -> AccountDecider.json().everyEvents(0))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage("everyEvents of the snapshots is 1 or more, not 0");
        assertThatThrownBy(() -> AccountDecider.json().everyBytes(-1))
                .hasMessage("everyBytes of the snapshots is 1 or more, not -1");
        assertThatThrownBy(() -> AccountDecider.json().schemaVersion(0))
                .hasMessage("schemaVersion of the snapshots is 1 or more, not 0");
    }
}
