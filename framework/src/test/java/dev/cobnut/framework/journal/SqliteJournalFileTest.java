package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.await;
import static dev.cobnut.framework.journal.Appends.event;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.publish;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import dev.cobnut.framework.journal.JournalState.Writable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The journal's file: what is found again, what is refused, what a full disk does.
class SqliteJournalFileTest {

    @TempDir Path folder;

    private final AdjustableClock clock = new AdjustableClock();

    private SqliteJournal open() {
        return SqliteJournal.open(SqliteSettings.in(folder), clock);
    }

    private SqliteJournal started() {
        SqliteJournal journal = open();
        journal.start(GroupListener.completing());
        return journal;
    }

    private void sql(String... statements) throws Exception {
        try (Connection connection =
                DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("journal.db"))) {
            for (String statement : statements) {
                SqliteOpening.run(connection, statement);
            }
        }
    }

    @Test
    void aJournalThatIsOpenedAgainFindsEverythingAndGoesOn() {
        StreamId stream = newStream();
        List<RecordedEvent> events;
        try (SqliteJournal journal = started()) {
            events = appended(journal, request(stream, new NoStream(), 3)).events();
            appended(journal, keyed(newStream(), new NoStream(), "k1"));
            publish(journal, List.of(1L), new LookupChange.Put(1, "by-customer", "c1", "o1"));
        }
        clock.move(Duration.ofDays(-1));
        try (SqliteJournal journal = started()) {
            assertThat(journal.read(stream, 0, 10)).isEqualTo(events);
            assertThat(journal.lastPosition()).isEqualTo(4);
            assertThat(journal.countUnpublished()).isEqualTo(3);
            assertThat(journal.readUnpublished(0, 10))
                    .extracting(RecordedEvent::position)
                    .containsExactly(2L, 3L, 4L);
            assertThat(journal.findCommand("k1")).isPresent();
            assertThat(journal.findInLookup("by-customer", "c1", null, 10)).containsExactly("o1");
            RecordedEvent next = appended(journal, first(newStream())).events().getFirst();
            assertThat(next.position()).isEqualTo(5);
            assertThat(next.recordedAtMicros()).isGreaterThan(events.getLast().recordedAtMicros());
        }
    }

    @Test
    void aFileOfAVersionThatKeptNoEventTypesGetsThemFromItsEvents() throws Exception {
        StreamId stream = newStream();
        List<StoredType> types;
        try (SqliteJournal journal = started()) {
            appended(journal, request(stream, new NoStream(), 3));
            types = journal.storedTypes();
            assertThat(types).extracting(StoredType::category).containsExactly(stream.category());
        }
        sql(
                "DROP TABLE event_types",
                "DROP TABLE cursors",
                "DROP TABLE cursors_parked",
                "DROP TABLE snapshots",
                "DROP TABLE event_tags",
                "DROP TABLE lookup_changes",
                "DROP TABLE command_log",
                "DROP TABLE command_keys",
                "DROP TABLE command_keys_through",
                "PRAGMA user_version = 3");
        try (SqliteJournal journal = started()) {
            assertThat(journal.storedTypes()).isEqualTo(types);
        }
    }

    @Test
    void whatAForgottenConsumerMissedIsDeletedInPieces() {
        Consumer gone = new Consumer("gone", 1);
        List<StreamId> streams =
                IntStream.range(0, 12_000).mapToObj(i -> new StreamId("a-" + i)).toList();
        List<Consumer> served = List.of(new Consumer("view", 1));
        try (SqliteJournal journal = started()) {
            journal.consumers().attend(List.of(gone));
            recordAsFailed(journal, gone, streams);
        }
        try (SqliteJournal journal = started()) {
            List<Long> left = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                journal.consumers().attend(served);
                recordAsFailed(journal, served.getFirst(), streams.subList(0, 1));
                left.add(journal.consumers().countMissed(gone));
            }
            assertThat(left).containsExactly(7_000L, 2_000L, 0L, 0L);
            assertThat(journal.consumers().countMissed(served.getFirst())).isEqualTo(1);
        }
    }

    private static void recordAsFailed(
            SqliteJournal journal, Consumer consumer, List<StreamId> streams) {
        List<CaughtUp> tried =
                streams.stream().map(stream -> new CaughtUp(stream, 0, List.of())).toList();
        int _ = journal.consumers().record(consumer, 0, tried, streams);
    }

    @Test
    void aGroupThatMeetsAnUnrememberedStreamOrKeyLosesOnlyTheRequestsThatCollide() {
        StreamId taken = newStream();
        StreamId free = newStream();
        try (SqliteJournal journal = started()) {
            appended(journal, request(taken, new NoStream(), 2));
            appended(journal, keyed(newStream(), new NoStream(), "k1"));
        }
        try (SqliteJournal journal = open()) {
            List<AppendRequest> group =
                    List.of(
                            keyed(free, new NoStream(), "k2"),
                            request(taken, new NoStream(), 1),
                            keyed(newStream(), new NoStream(), "k1"),
                            request(taken, new Exactly(2), 1),
                            keyed(free, new NoStream(), "k2"));
            group.forEach(journal::append);
            journal.start(GroupListener.completing());

            List<AppendResult> results = group.stream().map(one -> await(one.result())).toList();
            assertThat(results.get(0)).isInstanceOf(Appended.class);
            assertThat(results.get(1)).isEqualTo(new Conflict(taken, 2));
            assertThat(results.get(2)).isInstanceOf(Duplicate.class);
            assertThat(results.get(3)).isInstanceOf(Appended.class);
            assertThat(results.get(4)).isInstanceOf(Duplicate.class);
            assertThat(journal.read(free, 0, 10)).hasSize(1);
            assertThat(journal.read(taken, 0, 10)).hasSize(3);
            assertThat(journal.readUnpublished(0, 10))
                    .extracting(RecordedEvent::position)
                    .containsExactly(1L, 2L, 3L, 4L, 5L);
            assertThat(journal.countUnpublished()).isEqualTo(5);
        }
    }

    @Test
    void closeLeavesAnEmptyLogSoThatTheFileIsWholeByItself() {
        try (SqliteJournal journal = started()) {
            appended(journal, first(newStream()));
            assertThat(folder.resolve("journal.db-wal")).isNotEmptyFile();
        }
        assertThat(folder.resolve("journal.db-wal")).doesNotExist();
    }

    @Test
    void theFileIsOpenedWithTheSettingsThatDurabilityNeeds() throws Exception {
        try (SqliteJournal journal = open()) {
            assertThat(journal.pragma("journal_mode")).isEqualTo("wal");
            assertThat(journal.pragma("synchronous")).isEqualTo("2");
            assertThat(journal.pragma("busy_timeout")).isEqualTo("5000");
            assertThat(journal.pragma("foreign_keys")).isEqualTo("1");
            assertThat(journal.pragma("wal_autocheckpoint")).isEqualTo("0");
            assertThat(journal.pragma("application_id")).isEqualTo("1131373166");
            assertThat(journal.pragma("user_version"))
                    .isEqualTo(String.valueOf(SqliteOpening.SCHEMA_VERSION));
        }
    }

    @Test
    void aFolderHasOneJournalAtATimeAndARefusedSecondOneLeavesItsLockAlone() {
        try (SqliteJournal journal = started()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(this::open)
                        .isInstanceOf(JournalException.class)
                        .hasMessage(
                                "the data folder "
                                        + folder
                                        + " is in use by another journal of this process; give each its own folder");
            }
            assertThat(append(journal, first(newStream()))).isInstanceOf(Appended.class);
        }
        started().close();
    }

    @Test
    void aFolderThatAnotherProcessUsesIsRefusedByItsName() throws Exception {
        Path ready = folder.resolve("ready");
        Path program = folder.resolve("Holder.java");
        Files.writeString(
                program,
                """
                void main(String[] arguments) throws Exception {
                    var lock = java.nio.channels.FileChannel.open(java.nio.file.Path.of(arguments[0]),
                            java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE);
                    lock.lock();
                    lock.write(java.nio.ByteBuffer.wrap("4711".getBytes()));
                    java.nio.file.Files.createFile(java.nio.file.Path.of(arguments[1]));
                    System.in.read();
                }
                """);
        Process holder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                program.toString(),
                                folder.resolve("journal.lock").toString(),
                                ready.toString())
                        .inheritIO()
                        .redirectInput(ProcessBuilder.Redirect.PIPE)
                        .start();
        try {
            await().atMost(Duration.ofMinutes(2)).until(() -> Files.exists(ready));
            assertThatThrownBy(this::open)
                    .hasMessage(
                            "the data folder "
                                    + folder
                                    + " is in use by another process (process 4711); stop it or choose another data folder");
        } finally {
            holder.destroyForcibly();
            holder.onExit().join();
        }
        open().close();
    }

    /// As version 1 wrote it, with an event that is not published.
    @Test
    void aFileOfTheFirstSchemaIsBroughtToTheNewestAndKeepsWhatItHas() throws Exception {
        StreamId stream = newStream();
        List<RecordedEvent> events;
        try (SqliteJournal journal = started()) {
            events = appended(journal, request(stream, new NoStream(), 2)).events();
        }
        sql(
                "DROP TABLE parked",
                "DROP TABLE consumers",
                "DROP TABLE missed",
                "DROP TABLE event_types",
                "DROP TABLE cursors",
                "DROP TABLE cursors_parked",
                "DROP TABLE snapshots",
                "DROP TABLE event_tags",
                "DROP TABLE lookup_changes",
                "DROP TABLE command_log",
                "DROP TABLE command_keys",
                "DROP TABLE command_keys_through",
                "INSERT INTO commands VALUES ('old', 'f00d', '%s', 2, NULL)"
                        .formatted(stream.value()),
                "PRAGMA user_version = 1");
        RecordedCommand old = new RecordedCommand(new CommandKey("old", "f00d"), stream, 2, null);

        try (SqliteJournal journal = started()) {
            assertThat(journal.pragma("user_version"))
                    .isEqualTo(String.valueOf(SqliteOpening.SCHEMA_VERSION));
            assertThat(journal.read(stream, 0, 10)).isEqualTo(events);
            assertThat(journal.readDeliverable(0, 10).events()).isEqualTo(events);
            assertThat(journal.findCommand("old")).contains(old);
            assertThat(append(journal, keyed(newStream(), new NoStream(), "old")))
                    .isEqualTo(new AppendResult.Duplicate(old));
            journal.park(List.of(new ParkedStream(events.getFirst(), 8, "planted fault")));
        }
        try (SqliteJournal journal = open()) {
            assertThat(journal.readDeliverable(0, 10).events()).isEmpty();
            assertThat(journal.readParked(0, 10))
                    .containsExactly(new ParkedStream(events.getFirst(), 8, "planted fault"));
        }
    }

    @Test
    void aFileOfANewerSchemaIsRefused() throws Exception {
        open().close();
        int newer = SqliteOpening.SCHEMA_VERSION + 1;
        sql("PRAGMA user_version = " + newer);

        assertThatThrownBy(this::open)
                .hasMessageEndingWith(
                        "journal.db has schema %d, this version of Cobnut knows up to %d; start a newer version"
                                .formatted(newer, newer - 1));
    }

    @Test
    void aSqliteFileOfAnotherApplicationIsRefusedAndLeftAsItIs() throws Exception {
        sql("CREATE TABLE recipes (name TEXT)");
        byte[] before = Files.readAllBytes(folder.resolve("journal.db"));

        assertThatThrownBy(this::open)
                .hasMessageEndingWith(
                        "journal.db is a SQLite file of another application; choose another data folder");
        assertThat(folder.resolve("journal.db")).hasBinaryContent(before);
    }

    @Test
    void aFileThatIsNotASqliteFileIsRefused() throws Exception {
        Files.writeString(folder.resolve("journal.db"), "these are my notes about SQLite");

        assertThatThrownBy(this::open)
                .hasMessageEndingWith(
                        "journal.db is not a SQLite file or is damaged; restore it from a backup, or move it away to start an empty journal");
    }

    @Test
    void aDamagedFileIsRefused() throws Exception {
        try (SqliteJournal journal = started()) {
            appended(journal, first(newStream()));
        }
        byte[] bytes = Files.readAllBytes(folder.resolve("journal.db"));
        for (int i = 100; i < 4_096; i++) {
            bytes[i] = (byte) 0xA5;
        }
        Files.write(folder.resolve("journal.db"), bytes);

        assertThatThrownBy(this::open)
                .hasMessageEndingWith(
                        "journal.db is not a SQLite file or is damaged; restore it from a backup, or move it away to start an empty journal");
    }

    @Test
    void aFolderThatCannotBeCreatedIsNamed() throws Exception {
        Path below = Files.createFile(folder.resolve("file")).resolve("data");

        assertThatThrownBy(() -> SqliteJournal.open(SqliteSettings.in(below), clock))
                .isInstanceOf(JournalException.class)
                .hasMessageStartingWith("the data folder " + below + " cannot be created (")
                .hasMessageEndingWith("; give a folder that this user may create and write");
    }

    @Test
    void anOpeningThatFailedGivesTheFolderBack() throws Exception {
        Files.writeString(folder.resolve("journal.db"), "these are my notes about SQLite");
        assertThatThrownBy(this::open).isInstanceOf(JournalException.class);
        Files.delete(folder.resolve("journal.db"));

        open().close();
    }

    @Test
    void aFullDiskRefusesAppendsAndTheJournalComesBackWhenThereIsSpace() throws Exception {
        List<StreamId> acknowledged = new ArrayList<>();
        try (SqliteJournal journal = started()) {
            journal.limitPages(40);
            AppendResult result = append(journal, large(newStream()));
            for (int i = 0; i < 100 && result instanceof Appended(_, var events); i++) {
                acknowledged.add(events.getFirst().stream());
                result = append(journal, large(newStream()));
            }
            String reason =
                    "the disk of "
                            + folder.resolve("journal.db")
                            + " is full; give it space, the journal comes back by itself";
            assertThat(result).isEqualTo(new Unavailable(reason));
            assertThat(journal.state()).isEqualTo(new NotWritable(reason, false));
            assertThat(append(journal, large(newStream()))).isEqualTo(new Unavailable(reason));
            Publication refused = Publication.of(List.of(1L), List.of());
            journal.publish(refused);
            assertThatThrownBy(refused.done()::join).hasRootCauseMessage(reason);
            assertThat(journal.countUnpublished()).isEqualTo(acknowledged.size());
            assertThat(journal.cursors().readAll(acknowledged.size(), 10)).isEmpty();

            journal.limitPages(1_000_000);
            await().atMost(Duration.ofMinutes(2)).until(() -> journal.state() instanceof Writable);

            StreamId stream = newStream();
            RecordedEvent next = appended(journal, large(stream)).events().getFirst();
            assertThat(next.position()).isEqualTo(acknowledged.size() + 1);
            assertThat(journal.cursors().readAll(acknowledged.size(), 10)).containsExactly(next);
            acknowledged.add(stream);
        }
        try (SqliteJournal journal = open()) {
            assertThat(acknowledged)
                    .allSatisfy(stream -> assertThat(journal.read(stream, 0, 2)).hasSize(1));
            assertThat(journal.countUnpublished()).isEqualTo(acknowledged.size());
        }
    }

    /// All of its group were answered `Unavailable`.
    @Test
    void anAppendThatTheFileDoesNotAcceptFailsAlone() throws Exception {
        open().close();
        sql(
                "CREATE TRIGGER picky BEFORE INSERT ON events WHEN NEW.type = 'Unwanted' BEGIN SELECT RAISE(ABORT, 'unwanted'); END");
        try (SqliteJournal journal = open()) {
            StreamId stream = newStream();
            List<AppendRequest> group = Appends.groupWithOneUnwanted(stream);
            group.forEach(journal::append);
            Publication publication = Publication.of(List.of(1L), List.of());
            journal.publish(publication);
            journal.start(GroupListener.completing());

            Appends.assertOnlyTheUnwantedFailed(journal, group, stream);
            publication.done().join();
            assertThat(journal.state()).isEqualTo(new Writable());
        }
    }

    private static AppendRequest large(StreamId stream) {
        return AppendRequest.of(
                stream,
                new NoStream(),
                List.of(
                        new NewEvent(
                                new UUID(1, 2),
                                "OrderPlaced",
                                1,
                                Payload.of(new byte[10_000]),
                                EventMetadata.at(Appends.TIME))),
                null);
    }

    @Test
    @SuppressWarnings("NullAway") // the point is a position that no publication may have
    void aPublicationThatCannotBeWrittenDoesNotTakeAppendsDownWithIt() {
        try (SqliteJournal journal = open()) {
            AppendRequest request = first(newStream());
            journal.append(request);
            List<Long> positions = new ArrayList<>();
            positions.add(1L);
            positions.add(null);
            Publication broken = Publication.of(positions, List.of());
            journal.publish(broken);
            journal.start(GroupListener.completing());

            assertThat(await(request.result())).isInstanceOf(Appended.class);
            assertThatThrownBy(broken.done()::join)
                    .hasRootCauseInstanceOf(JournalException.class)
                    .rootCause()
                    .hasMessageStartingWith("the journal could not write the group (");
            assertThat(journal.countUnpublished()).isEqualTo(1);
            assertThat(journal.readUnpublished(0, 10)).hasSize(1);
            publish(journal, List.of(1L));
            assertThat(journal.countUnpublished()).isZero();
        }
    }

    @Test
    void theLogStaysBoundedUnderConstantLoad() throws Exception {
        try (SqliteJournal journal =
                SqliteJournal.open(SqliteSettings.in(folder).withWalPages(100, 400), clock)) {
            journal.start(GroupListener.completing());
            List<AppendRequest> requests = new ArrayList<>();
            for (int i = 0; i < 4_000; i++) {
                AppendRequest request =
                        AppendRequest.of(
                                newStream(),
                                new NoStream(),
                                List.of(event("x".repeat(1_000))),
                                null);
                journal.append(request);
                requests.add(request);
                if (i % 100 == 99) {
                    await(request.result());
                }
            }
            requests.forEach(
                    request -> assertThat(await(request.result())).isInstanceOf(Appended.class));
            assertThat(journal.walPages()).isLessThan(1_500);
            assertThat(Files.size(folder.resolve("journal.db-wal"))).isLessThan(8_000_000);
            assertThat(Files.size(folder.resolve("journal.db"))).isGreaterThan(3_000_000);
        }
    }

    @Test
    void settingsOutsideOfTheirLimitsAreRefusedInASentence() {
        assertThatThrownBy(() -> SqliteSettings.in(folder).withQueue(1, 256))
                .hasMessage("queueCapacity must be from 2 to 1048576 appends, but was 1");
        assertThatThrownBy(() -> SqliteSettings.in(folder).withQueue(64, 0))
                .hasMessage("groupMax must be from 1 to 4096 commands, but was 0");
        assertThatThrownBy(() -> SqliteSettings.in(folder).withWalPages(4_000, 100))
                .hasMessageContaining("walPagesMax must be at least");
        assertThatThrownBy(() -> SqliteSettings.in(Path.of("what?")))
                .hasMessageContaining("must not contain '?'");
    }
}
