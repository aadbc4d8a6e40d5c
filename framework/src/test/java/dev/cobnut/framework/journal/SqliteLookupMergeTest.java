package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changes of lookups on their way from the memory into the table: at every moment a reader finds
/// the same rows, also after a crash.
class SqliteLookupMergeTest {

    /// In the order of UTF-8: the last one is after the one before.
    private static final List<String> ITEMS =
            List.of("a", "b", "c", "d", "e", "f", "\uFFFD", "\uD83D\uDE00");

    @TempDir Path folder;

    /// One publication, and what happens after it.
    record Step(List<LookupChange> changes, boolean reopened) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<LookupChange> change =
                Combinators.combine(
                                Arbitraries.of("by-state", "by-customer"),
                                Arbitraries.of("g", "gg", "h"),
                                Arbitraries.of(ITEMS),
                                Arbitraries.of(true, true, false))
                        .as((name, group, item, put) ->
                                put
                                        ? new LookupChange.Put(0, name, group, item)
                                        : new LookupChange.Remove(0, name, group, item));
        return Combinators.combine(
                        change.list().ofMaxSize(6),
                        Arbitraries.frequency(Tuple.of(9, false), Tuple.of(1, true)))
                .as(Step::new)
                .list()
                .ofMaxSize(30);
    }

    @Property(tries = 60)
    void allReadsAreThoseOfAJournalInMemory(
            @ForAll("steps") List<Step> steps,
            @ForAll @IntRange(min = 1, max = 40) int mergeAt,
            @ForAll @IntRange(min = 1, max = 9) int limit)
            throws IOException {
        Path data = Files.createTempDirectory("lookups");
        SqliteJournal journal = started(data, mergeAt);
        InMemoryJournal model = InMemoryJournal.create(InstantSource.system());
        try {
            for (Step step : steps) {
                journal.changeLookups(step.changes());
                model.changeLookups(step.changes());
                if (step.reopened()) {
                    journal.close();
                    journal = started(data, mergeAt);
                }
                assertSame(journal, model, limit);
            }
        } finally {
            journal.close();
            delete(data);
        }
    }

    private static void assertSame(Journal journal, Journal model, int limit) {
        for (String name : List.of("by-state", "by-customer")) {
            for (String group : List.of("g", "gg", "h", "other")) {
                for (String bound : bounds()) {
                    for (boolean ascending : List.of(true, false)) {
                        LookupRange after = new LookupRange(name, group, bound, null, ascending);
                        LookupRange before = new LookupRange(name, group, "a", bound, ascending);
                        for (LookupRange range : List.of(after, before)) {
                            assertThat(journal.findInLookup(range, limit))
                                    .as("%s, %d", range, limit)
                                    .isEqualTo(model.findInLookup(range, limit));
                        }
                    }
                }
                assertThat(journal.foundInLookup(name, group, ITEMS))
                        .isEqualTo(model.foundInLookup(name, group, ITEMS));
            }
        }
    }

    private static List<@Nullable String> bounds() {
        List<@Nullable String> bounds = new ArrayList<>(List.of("b", "\uFFFD"));
        bounds.add(null);
        return bounds;
    }

    /// A change that is in the memory no more must be in the table, and a reader that finds an
    /// event published must find its rows.
    @Test
    void aReaderNeverMissesARowWhileItIsMerged() throws Exception {
        int events = 1_500;
        try (SqliteJournal journal = started(folder, 64);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Consumer consumer = new Consumer("orders", 1);
            journal.consumers().attend(List.of(consumer));
            List<String> items =
                    IntStream.range(0, events).mapToObj(i -> "item-%06d".formatted(i)).toList();
            List<Long> positions = new ArrayList<>();
            for (int i = 0; i < events; i++) {
                positions.add(appended(journal, first(newStream())).events().getFirst().position());
            }
            AtomicInteger published = new AtomicInteger();
            Callable<Integer> reading =
                    () -> {
                        int reads = 0;
                        while (published.get() < events) {
                            int known = published.get();
                            if (journal.isDelivered(consumer, positions.get(known))) {
                                known++;
                            }
                            List<String> last = items.subList(Math.max(0, known - 20), known);
                            String next = known < events ? items.get(known) : null;
                            assertThat(
                                            journal.findInLookup(
                                                    new LookupRange("all", "g", null, next, false),
                                                    20))
                                    .isEqualTo(last.reversed());
                            assertThat(journal.foundInLookup("all", "g", last)).hasSameSizeAs(last);
                            assertThat(journal.foundInLookup("new", "g", last)).isEmpty();
                            reads++;
                        }
                        return reads;
                    };
            List<Future<Integer>> readers =
                    List.of(threads.submit(reading), threads.submit(reading));
            for (int i = 0; i < events; i++) {
                long at = positions.get(i);
                publish(
                        journal,
                        List.of(at),
                        new LookupChange.Put(at, "all", "g", items.get(i)),
                        new LookupChange.Put(at, "new", "g", items.get(i)),
                        new LookupChange.Remove(at, "new", "g", items.get(i)));
                published.incrementAndGet();
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get(1, TimeUnit.MINUTES)).isPositive();
            }
        }
    }

    /// Taken out and put back by one transaction, a row was never away.
    @Test
    void aReaderSeesOnlyTheLastChangeThatATransactionMakesToARow() throws Exception {
        LookupGroups waiting = new LookupGroups(1_000_000);
        waiting.add(puts(0, 1));
        waiting.committed();
        List<LookupChange> awayAndBack = new ArrayList<>(removes(0, 1));
        awayAndBack.addAll(puts(0, 1));
        AtomicInteger transactions = new AtomicInteger();
        Callable<Boolean> reading =
                () -> {
                    boolean always = true;
                    while (transactions.get() < 200_000) {
                        always &= Boolean.TRUE.equals(waiting.find("l", "g", item(0)));
                    }
                    return always;
                };
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Boolean> reader = threads.submit(reading);
            while (transactions.getAndIncrement() < 200_000) {
                waiting.add(awayAndBack);
                waiting.committed();
            }
            assertThat(reader.get(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void afterACrashTheWaitingChangesAreThereAgain() throws Exception {
        Path image = Files.createDirectories(folder.resolve("image"));
        Path data = folder.resolve("data");
        try (SqliteJournal journal = started(data, 1_000)) {
            journal.changeLookups(puts(0, 1_100));
            journal.changeLookups(List.of(new LookupChange.Remove(0, "l", "g", item(7))));
            journal.changeLookups(puts(1_100, 1_200));
            for (String file : List.of("journal.db", "journal.db-wal")) {
                Files.copy(data.resolve(file), image.resolve(file));
            }
        }
        try (SqliteJournal journal = started(image, 1_000)) {
            List<String> expected =
                    IntStream.range(0, 1_200)
                            .filter(i -> i != 7)
                            .mapToObj(SqliteLookupMergeTest::item)
                            .toList();
            assertThat(journal.findInLookup(new LookupRange("l", "g", null, null, true), 2_000))
                    .isEqualTo(expected);
        }
    }

    @Test
    void aMergeLeavesNoChangesBehindThatItHasWritten() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteStatements statements = new SqliteStatements(connection)) {
            SqliteLookups lookups = new SqliteLookups(connection, 256);
            write(lookups, statements, puts(0, 200));
            assertThat(lookups.pending().isMerging()).isFalse();
            write(lookups, statements, puts(200, 300));
            int pieces = 0;
            while (lookups.pending().isMerging()) {
                merge(lookups, statements);
                pieces++;
                if (pieces == 1) { // what comes meanwhile stays for the next merge
                    write(lookups, statements, puts(300, 303));
                }
            }
            assertThat(pieces).isGreaterThan(2);
            assertThat(number(connection, "SELECT count(*) FROM lookups")).isEqualTo(300);
            assertThat(number(connection, "SELECT count(*) FROM lookup_changes")).isEqualTo(1);
            assertThat(number(connection, "SELECT max(id) FROM lookup_changes")).isEqualTo(3);
        }
    }

    /// Also while a commit runs: before it, other connections do not see what it brings.
    @Test
    void everyRowIsFoundBeforeAndAfterEachCommitOfAMerge() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteReaders readers = new SqliteReaders(file, 1);
                SqliteStatements statements = new SqliteStatements(connection)) {
            SqliteLookups lookups = new SqliteLookups(connection, 256);
            write(lookups, statements, puts(0, 300));
            int pieces = 0;
            while (lookups.pending().isMerging()) {
                statements.begin();
                lookups.pending().merge(statements, 1);
                lookups.pending().show();
                assertThat(found(lookups, readers, 300)).hasSize(300);
                statements.commit();
                assertThat(found(lookups, readers, 300)).hasSize(300);
                lookups.pending().committed();
                assertThat(found(lookups, readers, 300)).hasSize(300);
                pieces++;
            }
            assertThat(pieces).isGreaterThan(2);
        }
    }

    /// A list passes over them: the index of timers would become slow with each timer that has
    /// rung.
    @Test
    void fewRemovedRowsBeginAMerge() throws SQLException {
        try (Connection connection = SqliteOpening.openWriter(folder.resolve("journal.db"));
                SqliteStatements statements = new SqliteStatements(connection)) {
            SqliteLookups lookups = new SqliteLookups(connection, 640);
            write(lookups, statements, puts(0, 100));
            write(lookups, statements, removes(0, 10));
            assertThat(lookups.pending().isMerging()).isFalse();
            write(lookups, statements, removes(10, 11));
            while (lookups.pending().isMerging()) {
                merge(lookups, statements);
            }
            assertThat(number(connection, "SELECT count(*) FROM lookups")).isEqualTo(89);
            assertThat(number(connection, "SELECT count(*) FROM lookup_changes")).isZero();
        }
    }

    @Test
    void whatAStartReadsCountsTowardsTheNextMerge() throws SQLException {
        try (Connection connection = SqliteOpening.openWriter(folder.resolve("journal.db"));
                SqliteStatements statements = new SqliteStatements(connection)) {
            write(new SqliteLookups(connection, 640), statements, puts(0, 100));
            write(new SqliteLookups(connection, 640), statements, removes(0, 10));
            SqliteLookups ofRemoved = new SqliteLookups(connection, 640);
            write(ofRemoved, statements, removes(10, 11));
            assertThat(ofRemoved.pending().isMerging()).isTrue();
            SqliteLookups ofAll = new SqliteLookups(connection, 1_000);
            write(ofAll, statements, puts(100, 999));
            assertThat(ofAll.pending().isMerging()).isFalse();
            write(ofAll, statements, puts(999, 1_000));
            assertThat(ofAll.pending().isMerging()).isTrue();
        }
    }

    @Test
    void whatIsRolledBackIsNotShownAndAMergeGoesOn() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteReaders readers = new SqliteReaders(file, 1)) {
            SqliteStatements statements = new SqliteStatements(connection);
            SqliteLookups lookups = new SqliteLookups(connection, 100);
            write(lookups, statements, puts(0, 99));

            statements.begin(); // fails in its commit
            lookups.change(statements, puts(99, 100));
            lookups.change(statements, List.of(new LookupChange.Remove(0, "l", "g", item(0))));
            lookups.pending().show();
            statements = rolledBack(connection, statements, lookups);
            assertThat(found(lookups, readers, 101)).hasSize(99).contains(item(0));

            statements.begin(); // fails before its commit
            lookups.change(statements, List.of(new LookupChange.Remove(0, "l", "g", item(0))));
            statements = rolledBack(connection, statements, lookups);
            write(lookups, statements, puts(99, 101));
            assertThat(found(lookups, readers, 101)).hasSize(101);
            assertThat(lookups.pending().isMerging()).isTrue();
            merge(lookups, statements);
            statements.begin();
            assertThat(lookups.pending().merge(statements, 1)).isPositive();
            statements = rolledBack(connection, statements, lookups); // a piece fails
            assertThat(found(lookups, readers, 101)).hasSize(101);
            write(lookups, statements, List.of()); // a group without it
            assertThat(found(lookups, readers, 101)).hasSize(101);

            while (lookups.pending().isMerging()) {
                merge(lookups, statements);
            }
            assertThat(number(connection, "SELECT count(*) FROM lookups")).isEqualTo(101);
            assertThat(number(connection, "SELECT count(*) FROM lookup_changes")).isZero();
            assertThat(found(lookups, readers, 101)).hasSize(101);
            statements.close();
        }
    }

    /// Its fsync is then that of the group.
    @Test
    void groupsTakeTheMergeWithThem() throws SQLException {
        Path file = folder.resolve("journal.db");
        WriteGate gate = new WriteGate();
        try (Connection connection = SqliteOpening.openWriter(file);
                Connection checkpointer = SqliteOpening.openCheckpointer(file)) {
            SqliteLookups lookups = new SqliteLookups(connection, 8);
            try (SqliteTransaction transaction =
                    new SqliteTransaction(
                            connection,
                            lookups,
                            new SqliteCommands(connection, 8),
                            InstantSource.system())) {
                SqliteGroupWriter writer =
                        new SqliteGroupWriter(
                                file,
                                connection,
                                transaction,
                                gate,
                                new SqliteWal(
                                        file,
                                        connection,
                                        checkpointer,
                                        gate,
                                        SqliteSettings.in(folder)));
                writer.write(List.of(), List.of(publication(puts(0, 10))));
                for (int i = 0; i < 10; i++) {
                    assertThat(writer.write(List.of(request()), List.of()).committed()).isTrue();
                }
            }
            assertThat(number(connection, "SELECT count(*) FROM lookups")).isEqualTo(10);
            assertThat(number(connection, "SELECT count(*) FROM events")).isEqualTo(10);
        }
    }

    @Test
    void aPieceThatTheFileDoesNotAcceptFailsNoGroup() throws Exception {
        started(folder, 4).close();
        try (Connection connection = SqliteOpening.openWriter(folder.resolve("journal.db"))) {
            SqliteOpening.run(
                    connection,
                    "CREATE TRIGGER picky BEFORE INSERT ON lookups BEGIN SELECT RAISE(ABORT, 'unwanted'); END");
        }
        try (SqliteJournal journal = started(folder, 4)) {
            journal.changeLookups(puts(0, 6));
            for (int i = 0; i < 3; i++) {
                appended(journal, first(newStream()));
            }
            assertThat(journal.state()).isEqualTo(new JournalState.Writable());
            assertThat(journal.findInLookup(new LookupRange("l", "g", null, null, true), 10))
                    .hasSize(6);
        }
        try (Connection connection = SqliteOpening.openWriter(folder.resolve("journal.db"))) {
            SqliteOpening.run(connection, "DROP TRIGGER picky");
            assertThat(number(connection, "SELECT count(*) FROM events")).isEqualTo(3);
            assertThat(number(connection, "SELECT count(*) FROM lookups")).isZero();
        }
        try (SqliteJournal journal = started(folder, 4)) {
            assertThat(journal.findInLookup(new LookupRange("l", "g", null, null, true), 10))
                    .hasSize(6);
        }
    }

    @Test
    void damagedChangesAreRefusedAtTheStart() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file)) {
            SqliteOpening.run(connection, "INSERT INTO lookup_changes VALUES (4, x'2B')");
        }
        assertThatThrownBy(() -> started(folder, 1))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("journal.db")
                .hasMessageContaining("row 4 of lookup_changes");
    }

    private static SqliteJournal started(Path folder, int mergeAt) {
        SqliteJournal journal =
                SqliteJournal.open(
                        SqliteSettings.in(folder), mergeAt, mergeAt, InstantSource.system());
        journal.start(GroupListener.completing());
        return journal;
    }

    private static AppendRequest request() {
        return first(newStream());
    }

    private static Publication publication(List<LookupChange> changes) {
        return Publication.of(List.of(), changes);
    }

    private static String item(int i) {
        return "item-%06d".formatted(i);
    }

    private static List<LookupChange> puts(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> (LookupChange) new LookupChange.Put(0, "l", "g", item(i)))
                .toList();
    }

    private static List<LookupChange> removes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> (LookupChange) new LookupChange.Remove(0, "l", "g", item(i)))
                .toList();
    }

    private static void write(
            SqliteLookups lookups, SqliteStatements statements, List<LookupChange> changes)
            throws SQLException {
        statements.begin();
        lookups.change(statements, changes);
        lookups.pending().show();
        statements.commit();
        lookups.pending().committed();
    }

    private static void merge(SqliteLookups lookups, SqliteStatements statements)
            throws SQLException {
        statements.begin();
        lookups.pending().merge(statements, 1);
        lookups.pending().show();
        statements.commit();
        lookups.pending().committed();
    }

    private static SqliteStatements rolledBack(
            Connection connection, SqliteStatements statements, SqliteLookups lookups)
            throws SQLException {
        statements.close();
        SqliteOpening.run(connection, "ROLLBACK");
        lookups.pending().rolledBack();
        return new SqliteStatements(connection);
    }

    private static Set<String> found(SqliteLookups lookups, SqliteReaders readers, int items) {
        return lookups.found(
                readers,
                "l",
                "g",
                IntStream.range(0, items).mapToObj(SqliteLookupMergeTest::item).toList());
    }

    private static long number(Connection connection, String sql) throws SQLException {
        return SqliteOpening.number(connection, sql);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
