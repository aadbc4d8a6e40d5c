package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.ExpectedVersion.Any;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The writer's transaction: decides each request, and knows what the journal will look like when
/// it commits. Any exception leaves it to be rolled back as a whole.
///
/// The unique index on (stream, version) decides who wins, with `INSERT OR IGNORE` and the number
/// of changed rows; requests of one group see each other because they share the transaction. A key
/// is tried before the version: the repetition of a command is a `Duplicate` also when its stream
/// has gone on. When another key of the request was recorded before, or its version loses, the rows
/// of its keys are taken out again.
final class SqliteTransaction implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SqliteTransaction.class.getName());

    private final Connection connection;
    private final Positions positions;
    private final LastVersions versions = new LastVersions();
    private SqliteStatements statements;

    /// Rows of `unpublished` as committed, and as the open transaction will leave them.
    private volatile long unpublished;

    private long unpublishedStaged;

    private int rows;

    SqliteTransaction(Connection connection, InstantSource clock) throws SQLException {
        this.connection = connection;
        statements = new SqliteStatements(connection);
        positions =
                new Positions(
                        clock,
                        SqliteOpening.number(connection, "SELECT max(position) FROM events"),
                        SqliteOpening.number(
                                connection,
                                "SELECT recorded_at_micros FROM events ORDER BY position DESC LIMIT 1"));
        unpublished = SqliteOpening.number(connection, "SELECT count(*) FROM unpublished");
        unpublishedStaged = unpublished;
    }

    /// The last position that was committed; from any thread.
    long lastPosition() {
        return positions.committed();
    }

    /// Unpublished events as committed; from any thread.
    long countUnpublished() {
        return unpublished;
    }

    /// Rows that were changed since it began.
    int rows() {
        return rows;
    }

    void begin() throws SQLException {
        statements.begin();
        rows = 0;
        positions.startGroup();
    }

    void commit() throws SQLException {
        statements.commit();
        positions.commit();
        unpublished = unpublishedStaged;
    }

    /// SQLite may have rolled back by itself (<https://www.sqlite.org/lang_transaction.html>,
    /// "Response To Errors Within A Transaction"); then there is nothing to roll back, and that a
    /// transaction can begin proves it.
    void rollBack() throws SQLException {
        positions.rollBack();
        unpublishedStaged = unpublished;
        versions.clear();
        statements.close();
        try {
            SqliteOpening.run(connection, "ROLLBACK");
        } catch (SQLException e) {
            SqliteOpening.run(connection, "BEGIN IMMEDIATE");
            SqliteOpening.run(connection, "ROLLBACK");
            LOG.log(Level.DEBUG, "SQLite had rolled back by itself.", e);
        }
        statements = new SqliteStatements(connection);
    }

    AppendResult append(AppendRequest request) throws SQLException {
        StreamId stream = request.stream();
        long before =
                switch (request.expected()) {
                    case NoStream() -> 0;
                    case Exactly(long version) -> version;
                    case Any() -> lastVersion(stream);
                };
        CommandKey repeated = insertCommands(request, before);
        if (repeated != null) {
            return duplicate(repeated);
        }
        rows += request.parts().size();
        long after = before + request.events().size();
        if (request.events().isEmpty()) {
            return new Appended(after, List.of());
        }
        if (request.expected() instanceof Exactly && lastVersion(stream) != before) {
            return conflict(request);
        }
        List<NewEvent> events = request.events();
        RecordedEvent first = positions.next(events.getFirst(), stream, before + 1);
        if (!insert(first)) {
            if (request.expected() instanceof NoStream) {
                return conflict(request);
            }
            throw writtenByOthers(first);
        }
        versions.put(stream, after);
        if (events.size() == 1) {
            return new Appended(after, List.of(first));
        }
        List<RecordedEvent> recorded = new ArrayList<>(events.size());
        recorded.add(first);
        for (int i = 1; i < events.size(); i++) {
            RecordedEvent next = positions.next(events.get(i), stream, before + 1 + i);
            if (!insert(next)) {
                throw writtenByOthers(next);
            }
            recorded.add(next);
        }
        return new Appended(after, Collections.unmodifiableList(recorded));
    }

    /// @param before the stream's version before the request
    /// @return the first key that was recorded before; then none of the request's is
    private @Nullable CommandKey insertCommands(AppendRequest request, long before)
            throws SQLException {
        List<AppendRequest.Part> parts = request.parts();
        long after = before;
        for (int i = 0; i < parts.size(); i++) {
            AppendRequest.Part part = parts.get(i);
            after += part.events().size();
            CommandKey key = part.key();
            if (key != null
                    && !statements.insertCommand(
                            new RecordedCommand(key, request.stream(), after, part.refusal()))) {
                deleteCommands(parts.subList(0, i));
                return key;
            }
        }
        return null;
    }

    private void deleteCommands(List<AppendRequest.Part> parts) throws SQLException {
        for (AppendRequest.Part part : parts) {
            CommandKey key = part.key();
            if (key != null) {
                statements.deleteCommand(key.key());
            }
        }
    }

    /// @return false when the stream has this version already
    private boolean insert(RecordedEvent event) throws SQLException {
        if (!statements.insertEvent(event)) {
            return false;
        }
        positions.take(event);
        statements.insertUnpublished(event.position());
        unpublishedStaged++;
        rows++;
        return true;
    }

    private long lastVersion(StreamId stream) throws SQLException {
        Long known = versions.get(stream);
        if (known != null) {
            return known;
        }
        long version = statements.selectLastVersion(stream);
        if (version > 0) {
            versions.put(stream, version);
        }
        return version;
    }

    private Duplicate duplicate(CommandKey key) throws SQLException {
        RecordedCommand first = statements.selectCommand(key.key());
        if (first == null) {
            throw new IllegalStateException(
                    "the command key " + key.key() + " can be neither inserted nor found");
        }
        return new Duplicate(first);
    }

    private Conflict conflict(AppendRequest request) throws SQLException {
        deleteCommands(request.parts());
        return new Conflict(lastVersion(request.stream()));
    }

    private static IllegalStateException writtenByOthers(RecordedEvent event) {
        return new IllegalStateException(
                event.stream()
                        + " has a version "
                        + event.version()
                        + " that this journal did not write; another program changed the file");
    }

    void publish(Publication publication) throws SQLException {
        for (long position : publication.positions()) {
            if (statements.deleteUnpublished(position)) {
                unpublishedStaged--;
                rows++;
            }
        }
        for (LookupChange change : publication.lookups()) {
            statements.apply(change);
            rows++;
        }
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
