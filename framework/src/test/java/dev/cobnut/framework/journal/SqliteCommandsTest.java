package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.events;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recorded commands while their keys are on the way from the memory into the table: at every
/// moment each is found, also after a crash, and none is recorded twice.
class SqliteCommandsTest {

    private static final StreamId STREAM = new StreamId("order-1");

    @TempDir Path folder;

    /// A command with a key, and what happens after it.
    ///
    /// @param conflicting the command expects a stream that is there already
    record Step(int key, boolean conflicting, boolean reopened) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)),
                        Arbitraries.frequency(Tuple.of(19, false), Tuple.of(1, true)))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    @Property(tries = 60)
    void eachKeyIsOneCommand(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = 40) int mergeAt)
            throws IOException {
        Path data = Files.createTempDirectory("commands");
        SqliteJournal journal = started(data, mergeAt);
        Map<String, RecordedCommand> recorded = new HashMap<>();
        try {
            StreamId there = newStream();
            appended(journal, Appends.first(there));
            for (Step step : steps) {
                String key = "key-" + step.key();
                StreamId stream = step.conflicting() ? there : newStream();
                AppendResult result = append(journal, keyed(stream, new NoStream(), key));

                RecordedCommand first = recorded.get(key);
                if (first != null) {
                    assertThat(result).isEqualTo(new Duplicate(first));
                } else if (step.conflicting()) {
                    assertThat(result).isEqualTo(new Conflict(there, 1));
                } else {
                    assertThat(result).isInstanceOf(Appended.class);
                    recorded.put(
                            key, new RecordedCommand(new CommandKey(key, "f00d"), stream, 1, null));
                }
                if (step.reopened()) {
                    journal.close();
                    journal = started(data, mergeAt);
                }
                for (int i = 0; i <= 40; i++) {
                    assertThat(journal.findCommand("key-" + i))
                            .isEqualTo(Optional.ofNullable(recorded.get("key-" + i)));
                }
            }
        } finally {
            journal.close();
            try (var files = Files.list(data)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(data);
        }
    }

    @Test
    void aReaderNeverMissesAKeyWhileItIsMerged() throws Exception {
        int commands = 3_000;
        try (SqliteJournal journal = started(folder, 64);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            AtomicInteger answered = new AtomicInteger();
            Callable<Integer> reading =
                    () -> {
                        int reads = 0;
                        while (answered.get() < commands) {
                            int known = answered.get();
                            for (int i = Math.max(0, known - 100); i < known; i++) {
                                assertThat(journal.findCommand(key(i))).isPresent();
                                reads++;
                            }
                        }
                        return reads;
                    };
            List<Future<Integer>> readers =
                    List.of(threads.submit(reading), threads.submit(reading));
            for (int i = 0; i < commands; i++) {
                appended(journal, keyed(newStream(), new NoStream(), key(i)));
                answered.incrementAndGet();
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get(1, TimeUnit.MINUTES)).isPositive();
            }
        }
    }

    /// Also while a commit runs: before it, other connections do not see what it brings.
    @Test
    void everyKeyIsFoundBeforeAndAfterEachCommitOfAMerge() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteReaders readers = new SqliteReaders(file, 1);
                SqliteStatements statements = new SqliteStatements(connection)) {
            SqliteCommands commands = new SqliteCommands(connection, 256);
            write(commands, statements, 0, 200);
            assertThat(commands.pending().isMerging()).isFalse();
            write(commands, statements, 200, 300);
            int pieces = 0;
            while (commands.pending().isMerging()) {
                statements.begin();
                commands.pending().merge(statements, 1);
                commands.pending().show();
                assertAllFound(commands, readers, 300);
                statements.commit();
                assertAllFound(commands, readers, 300);
                commands.pending().committed();
                assertAllFound(commands, readers, 300);
                pieces++;
            }
            assertThat(pieces).isGreaterThan(2);
            assertThat(number(connection, "SELECT count(*) FROM command_keys")).isEqualTo(300);
            assertThat(number(connection, "SELECT id FROM command_keys_through")).isEqualTo(300);
        }
    }

    @Test
    void whatIsRolledBackIsNotRecordedAndAMergeGoesOn() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteReaders readers = new SqliteReaders(file, 1)) {
            SqliteStatements statements = new SqliteStatements(connection);
            SqliteCommands commands = new SqliteCommands(connection, 100);
            write(commands, statements, 0, 99);

            statements.begin(); // fails in its commit
            assertThat(commands.record(statements, recorded(99, 120))).isTrue();
            commands.pending().show();
            statements = rolledBack(connection, statements, commands);
            assertThat(commands.find(readers, key(99))).isEmpty();

            statements.begin(); // fails before its commit
            assertThat(commands.record(statements, recorded(99, 120))).isTrue();
            statements = rolledBack(connection, statements, commands);
            write(commands, statements, 122, 123);
            assertThat(number(connection, "SELECT count(*) FROM command_log")).isEqualTo(100);

            statements.begin(); // an event of the group has a version that is there
            assertThat(commands.record(statements, recorded(99, 120))).isTrue();
            commands.takeBack(statements);
            assertThat(commands.record(statements, recorded(120, 122))).isTrue();
            commit(commands, statements);
            assertThat(commands.find(readers, key(99))).isEmpty();
            assertThat(number(connection, "SELECT count(*) FROM command_log")).isEqualTo(102);

            assertThat(commands.pending().isMerging()).isTrue();
            merge(commands, statements);
            statements.begin();
            assertThat(commands.pending().merge(statements, 1)).isPositive();
            statements = rolledBack(connection, statements, commands); // a piece fails
            assertAllFound(commands, readers, 99);
            while (commands.pending().isMerging()) {
                merge(commands, statements);
            }

            assertThat(number(connection, "SELECT count(*) FROM command_keys")).isEqualTo(102);
            assertAllFound(commands, readers, 99);
            assertThat(commands.find(readers, key(121))).isPresent();
            statements.begin();
            assertThat(commands.record(statements, recorded(121, 123))).isFalse();
            commit(commands, statements);
            assertThat(number(connection, "SELECT count(*) FROM command_log")).isEqualTo(102);
            statements.close();
        }
    }

    /// A crash in the midst of a merge: some of its keys are in the table and in the memory.
    @Test
    void afterACrashAllKeysAreThereAgain() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteReaders readers = new SqliteReaders(file, 1);
                SqliteStatements statements = new SqliteStatements(connection)) {
            SqliteCommands before = new SqliteCommands(connection, 256);
            write(before, statements, 0, 300);
            assertThat(before.pending().isMerging()).isTrue();
            merge(before, statements);
            write(before, statements, 300, 310);
            assertThat(number(connection, "SELECT count(*) FROM command_keys")).isPositive();

            SqliteCommands after = new SqliteCommands(connection, 256);
            assertAllFound(after, readers, 310);
            while (after.pending().isMerging()) {
                merge(after, statements);
            }
            assertAllFound(after, readers, 310);
            assertThat(number(connection, "SELECT count(*) FROM command_keys")).isEqualTo(310);
            assertAllFound(new SqliteCommands(connection, 256), readers, 310);
        }
    }

    @Test
    void keysOfOneHashAreToldApart() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteReaders readers = new SqliteReaders(file, 1);
                SqliteStatements statements = new SqliteStatements(connection)) {
            SqliteOpening.run(
                    connection,
                    "INSERT INTO command_keys VALUES (%d, 1)"
                            .formatted(SqliteCommands.hash(key(1))));
            SqliteCommands commands = new SqliteCommands(connection, 2);
            write(commands, statements, 0, 1);
            assertThat(commands.find(readers, key(1))).isEmpty();
            write(commands, statements, 1, 2);
            assertAllFound(commands, readers, 2);
            while (commands.pending().isMerging()) {
                merge(commands, statements);
            }
            assertAllFound(commands, readers, 2);
        }
        KeyRun both =
                KeyRun.of(List.of(new KeyRun.Entry(7, 2), new KeyRun.Entry(5, 1)))
                        .and(KeyRun.of(List.of(new KeyRun.Entry(7, 3), new KeyRun.Entry(9, 4))));
        assertThat(both.ids(7)).containsExactly(2, 3);
        assertThat(both.ids(9)).containsExactly(4);
        assertThat(both.ids(6)).isEmpty();
    }

    /// Several requests of a group have keys; the one that was there before makes no other wait.
    @Test
    void aGroupWithAKeyThatWasRecordedRecordsTheOthers() throws Exception {
        try (SqliteJournal journal =
                SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system())) {
            List<AppendRequest> group = new ArrayList<>();
            for (String key : List.of("a", "b", "a", "c")) {
                group.add(
                        AppendRequest.of(
                                newStream(),
                                new NoStream(),
                                events(1),
                                new CommandKey(key, "f00d")));
            }
            group.forEach(journal::append); // before the writer runs: one group
            journal.start(GroupListener.completing());
            List<AppendResult> results =
                    group.stream().map(request -> Appends.await(request.result())).toList();

            assertThat(results.get(2)).isInstanceOf(Duplicate.class);
            assertThat(results).filteredOn(Appended.class::isInstance).hasSize(3);
            assertThat(append(journal, keyed(newStream(), new NoStream(), "c")))
                    .isInstanceOf(Duplicate.class);
        }
    }

    private static SqliteJournal started(Path folder, int mergeAt) {
        SqliteJournal journal =
                SqliteJournal.open(
                        SqliteSettings.in(folder), mergeAt, mergeAt, InstantSource.system());
        journal.start(GroupListener.completing());
        return journal;
    }

    private static String key(int i) {
        return "key-%06d".formatted(i);
    }

    private static List<RecordedCommand> recorded(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new RecordedCommand(new CommandKey(key(i), "f00d"), STREAM, i, null))
                .toList();
    }

    private static void write(
            SqliteCommands commands, SqliteStatements statements, int from, int to)
            throws SQLException {
        statements.begin();
        assertThat(commands.record(statements, recorded(from, to))).isTrue();
        commit(commands, statements);
    }

    private static void merge(SqliteCommands commands, SqliteStatements statements)
            throws SQLException {
        statements.begin();
        commands.pending().merge(statements, 1);
        commit(commands, statements);
    }

    private static void commit(SqliteCommands commands, SqliteStatements statements)
            throws SQLException {
        commands.pending().show();
        statements.commit();
        commands.pending().committed();
    }

    private static SqliteStatements rolledBack(
            Connection connection, SqliteStatements statements, SqliteCommands commands)
            throws SQLException {
        statements.close();
        SqliteOpening.run(connection, "ROLLBACK");
        commands.pending().rolledBack();
        return new SqliteStatements(connection);
    }

    private static void assertAllFound(SqliteCommands commands, SqliteReaders readers, int count) {
        for (RecordedCommand command : recorded(0, count)) {
            assertThat(commands.find(readers, command.key().key())).contains(command);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        return SqliteOpening.number(connection, sql);
    }
}
