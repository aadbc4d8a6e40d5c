package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The journal in one SQLite file: nothing to install, for one process on one machine.
///
/// ```text
/// <folder>/journal.db       the tables of schema.sql; application id "Cobn", user_version = schema version
/// <folder>/journal.db-wal   the write-ahead log: committed, not yet copied
/// <folder>/journal.db-shm   its index; belongs to the running process
/// <folder>/journal.lock     locked while a process uses the folder
/// ```
///
/// Roles: the thread `journal-writer` ([GroupCommit]), the thread `journal-checkpoint`
/// ([SqliteWal]), and a few read-only connections for the callers' threads ([SqliteReaders]).
public final class SqliteJournal implements Journal {

    /// How long [#close] waits for the queue to be written.
    static final Duration CLOSE_TIMEOUT_MAX = Duration.ofSeconds(30);

    /// Longest wait for the commit of a change that is not an append.
    private static final long CHANGE_SECONDS_MAX = 30;

    private static final System.Logger LOG = System.getLogger(SqliteJournal.class.getName());

    private final FolderLock lock;
    private final Connection writerConnection;
    private final Connection checkpointConnection;
    private final WriteGate gate = new WriteGate();
    private final SqliteWal wal;
    private final SqliteLookups lookups;
    private final SqliteCommands commands;
    private final SqliteTransaction transaction;
    private final SqliteGroupWriter writer;
    private final SqliteReaders readers;
    private final GroupCommit groupCommit;
    private final SqliteConsumers consumers;
    private final SqliteCursors cursors;
    private final SqliteTaggedEvents tagged;
    private final SqliteSnapshots snapshots;
    private boolean closed;

    private SqliteJournal(
            FolderLock lock,
            Path file,
            Connection writerConnection,
            Connection checkpointConnection,
            SqliteReaders readers,
            SqliteSettings settings,
            int lookupsMergeAt,
            int commandsMergeAt,
            InstantSource clock)
            throws SQLException {
        this.lock = lock;
        this.writerConnection = writerConnection;
        this.checkpointConnection = checkpointConnection;
        this.readers = readers;
        lookups = new SqliteLookups(writerConnection, lookupsMergeAt);
        commands = new SqliteCommands(writerConnection, commandsMergeAt);
        transaction = new SqliteTransaction(writerConnection, lookups, commands, clock);
        wal = new SqliteWal(file, writerConnection, checkpointConnection, gate, settings);
        writer = new SqliteGroupWriter(file, writerConnection, transaction, gate, wal);
        groupCommit =
                new GroupCommit(
                        writer,
                        gate,
                        settings.queueCapacity(),
                        settings.groupMax(),
                        CLOSE_TIMEOUT_MAX);
        consumers = new SqliteConsumers(readers, change -> commit(Publication.of(change)));
        cursors =
                new SqliteCursors(
                        readers,
                        change -> commit(Publication.of(change)),
                        transaction.recent(),
                        transaction::lastPosition);
        tagged = new SqliteTaggedEvents(readers);
        snapshots = new SqliteSnapshots(readers, change -> commit(Publication.of(change)));
    }

    /// Opens the journal in a folder, or creates it.
    ///
    /// @throws JournalException when the folder cannot be created, is in use, or holds a file that
    ///   is damaged, read-only, not a journal, or of a newer schema
    public static SqliteJournal open(SqliteSettings settings, InstantSource clock) {
        return open(settings, SqliteLookups.MERGE_AT, SqliteCommands.MERGE_AT, clock);
    }

    /// @param lookupsMergeAt waiting changes of lookups from which on they are merged
    /// @param commandsMergeAt waiting keys of commands from which on they are merged
    static SqliteJournal open(
            SqliteSettings settings, int lookupsMergeAt, int commandsMergeAt, InstantSource clock) {
        Path file = settings.folder().toAbsolutePath().resolve("journal.db");
        Opened opened = new Opened(FolderLock.acquire(settings.folder()));
        try {
            Connection writer = opened.add(SqliteOpening.openWriter(file));
            SqliteReaders readers =
                    opened.add(new SqliteReaders(file, settings.readerConnections()));
            Connection checkpointer = opened.add(SqliteOpening.openCheckpointer(file));
            return new SqliteJournal(
                    opened.lock,
                    file,
                    writer,
                    checkpointer,
                    readers,
                    settings,
                    lookupsMergeAt,
                    commandsMergeAt,
                    clock);
        } catch (SQLException e) {
            throw opened.closeAfter(SqliteFailure.atOpen(file, e));
        } catch (RuntimeException e) {
            throw opened.closeAfter(e);
        }
    }

    /// The resources to release when the opening fails half-way.
    private static final class Opened {

        private final FolderLock lock;
        private final ArrayDeque<AutoCloseable> parts = new ArrayDeque<>();

        Opened(FolderLock lock) {
            this.lock = lock;
            parts.push(lock);
        }

        <T extends AutoCloseable> T add(T part) {
            parts.push(part);
            return part;
        }

        RuntimeException closeAfter(RuntimeException failure) {
            for (AutoCloseable part : parts) {
                try {
                    part.close();
                } catch (Exception e) {
                    failure.addSuppressed(e);
                }
            }
            return failure;
        }
    }

    @Override
    public void start(GroupListener listener) {
        groupCommit.start(listener);
    }

    @Override
    public void append(AppendRequest request) {
        groupCommit.append(request);
    }

    @Override
    public void publish(Publication publication) {
        groupCommit.publish(publication);
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        requireLimit(limit);
        return readers.ask(reader -> reader.read(stream, afterVersion, limit));
    }

    @Override
    public Optional<RecordedCommand> findCommand(String key) {
        return commands.find(readers, key);
    }

    @Override
    public List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        requireLimit(limit);
        return readers.ask(reader -> reader.readUnpublished(afterPosition, limit));
    }

    @Override
    public DeliverablePage readDeliverable(long afterPosition, int limit) {
        requireLimit(limit);
        return readers.ask(reader -> reader.readDeliverable(afterPosition, limit));
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        ParkingChange.Park park = new ParkingChange.Park(List.copyOf(streams));
        commit(Publication.of(park));
        return park.parked;
    }

    @Override
    public long unpark(StreamId stream) {
        ParkingChange.Unpark unpark = new ParkingChange.Unpark(stream);
        commit(Publication.of(unpark));
        return unpark.events;
    }

    @Override
    public List<ParkedStream> readParked(long afterPosition, int limit) {
        requireLimit(limit);
        return readers.ask(reader -> reader.readParked(afterPosition, limit));
    }

    @Override
    public long countParked() {
        return readers.ask(SqliteReader::countParked);
    }

    @Override
    public long countUnpublished() {
        return transaction.countUnpublished();
    }

    @Override
    public long lastPosition() {
        return transaction.lastPosition();
    }

    @Override
    public List<String> findInLookup(LookupRange range, int limit) {
        requireLimit(limit);
        return lookups.find(readers, range, limit);
    }

    @Override
    public Set<String> foundInLookup(String lookup, String group, Collection<String> items) {
        return lookups.found(readers, lookup, group, items);
    }

    @Override
    public boolean isDelivered(Consumer consumer, long position) {
        return readers.ask(reader -> reader.isDelivered(consumer, position));
    }

    @Override
    public void changeLookups(List<LookupChange> changes) {
        commit(Publication.of(List.of(), changes));
    }

    @Override
    public List<StoredType> storedTypes() {
        return readers.ask(SqliteReader::storedTypes);
    }

    @Override
    public Consumers consumers() {
        return consumers;
    }

    @Override
    public Cursors cursors() {
        return cursors;
    }

    @Override
    public TaggedEvents tagged() {
        return tagged;
    }

    @Override
    public SnapshotStore snapshots() {
        return snapshots;
    }

    private void commit(Publication publication) {
        groupCommit.publish(publication);
        try {
            publication.done().get(CHANGE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException("interrupted while waiting for the journal", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new JournalException(
                    "the journal did not record a change of parked streams, consumers, cursors or snapshots: "
                            + e,
                    e);
        }
    }

    @Override
    public JournalState state() {
        return gate.state();
    }

    @Override
    public JournalStats stats() {
        return groupCommit;
    }

    /// SQLite copies the write-ahead log when the last connection closes. After a lasting failure,
    /// or when our own copy failed, it must not do so. Then a read-only connection, which cannot
    /// copy, is closed last.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!groupCommit.close()) {
            return; // the writer still uses the connection; the lock stays until the process ends
        }
        wal.close();
        readers.quiesce();
        boolean copied = copyLog();
        if (copied) {
            readers.close();
        }
        closeConnection(checkpointConnection);
        closeConnection(writerConnection);
        readers.close();
        lock.close();
    }

    private boolean copyLog() {
        try {
            writer.close();
            if (gate.state() instanceof NotWritable(_, boolean lasting) && lasting) {
                return false;
            }
            wal.truncate();
            return true;
        } catch (SQLException e) {
            LOG.log(
                    Level.WARNING,
                    "The journal's log was not copied at close; nothing acknowledged is lost, the next start reads the log.",
                    e);
            return false;
        }
    }

    private static void closeConnection(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.log(Level.WARNING, "A connection of the journal did not close.", e);
        }
    }

    private static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit is 1 or more, not " + limit);
        }
    }

    /// Limits the file to so many pages; for tests of the full disk.
    void limitPages(long pages) throws SQLException {
        SqliteOpening.number(writerConnection, "PRAGMA max_page_count = " + pages);
    }

    /// A pragma of the writer's connection; for tests.
    String pragma(String name) throws SQLException {
        return SqliteOpening.text(writerConnection, "PRAGMA " + name);
    }

    /// Pages in the write-ahead log; for tests.
    long walPages() throws SQLException {
        return wal.pages();
    }
}
