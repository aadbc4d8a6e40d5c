package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The consumers of a journal in SQLite. One process writes the file, and it serves what it knows.
/// So a consumer misses events only while the process runs without it: such a consumer is forgotten
/// at the start and built anew when it comes back.
final class SqliteConsumers implements Consumers {

    /// A change within the writer's transaction.
    @FunctionalInterface
    interface Change {

        /// @return number of changed rows
        int apply(Connection connection) throws SQLException;

        /// Changes of lookups that follow; asked for after [#apply].
        default List<LookupChange> lookups() {
            return List.of();
        }
    }

    /// Waits until the writer has committed a change.
    @FunctionalInterface
    interface Writer {

        /// @throws JournalException when it is not known that the change is committed
        void commit(Change change);
    }

    /// Most rows of a forgotten consumer that one transaction deletes.
    private static final int PURGE_MAX = 5_000;

    private final SqliteReaders readers;
    private final Writer writer;
    private List<Consumer> served = List.of();
    private List<ConsumerState> states = List.of();

    /// There may be rows of forgotten consumers.
    private boolean purging = true;

    SqliteConsumers(SqliteReaders readers, Writer writer) {
        this.readers = readers;
        this.writer = writer;
    }

    @Override
    public synchronized List<ConsumerState> attend(List<Consumer> known) {
        if (purging || !known.equals(served) || states.size() != known.size()) {
            List<ConsumerState> now = new ArrayList<>();
            AtomicInteger purged = new AtomicInteger();
            writer.commit(connection -> {
                int rows = forget(connection, new HashSet<>(known));
                purged.set(purge(connection, new HashSet<>(known)));
                return rows + purged.get() + register(connection, known, now);
            });
            purging = purged.get() > 0;
            served = List.copyOf(known);
            states = List.copyOf(now);
        }
        return states;
    }

    private static int register(
            Connection connection, List<Consumer> known, List<ConsumerState> states)
            throws SQLException {
        int rows = 0;
        boolean first = SqliteOpening.number(connection, "SELECT count(*) FROM consumers") == 0;
        long last = SqliteOpening.number(connection, "SELECT max(position) FROM events");
        states.clear();
        for (Consumer consumer : known) {
            rows +=
                    update(
                            connection,
                            "INSERT OR IGNORE INTO consumers (name, version, registered, built, answers) VALUES (?, ?, ?, 0, ?)",
                            consumer.name(),
                            consumer.version(),
                            last,
                            first && consumer.version() == 1 ? 1 : 0);
            states.add(state(connection, consumer));
        }
        return rows;
    }

    private static int forget(Connection connection, Set<Consumer> known) throws SQLException {
        Set<Consumer> registered = new HashSet<>();
        try (PreparedStatement all =
                        connection.prepareStatement("SELECT name, version FROM consumers");
                ResultSet row = all.executeQuery()) {
            while (row.next()) {
                registered.add(new Consumer(row.getString(1), row.getInt(2)));
            }
        }
        int rows = 0;
        registered.removeAll(known);
        for (Consumer consumer : registered) {
            rows +=
                    update(
                            connection,
                            "DELETE FROM consumers WHERE name = ? AND version = ?",
                            consumer.name(),
                            consumer.version());
        }
        return rows;
    }

    /// Deletes a piece of what a forgotten consumer has missed: appends wait meanwhile.
    private static int purge(Connection connection, Set<Consumer> known) throws SQLException {
        Consumer next = nextInMissed(connection, new Consumer("", 0));
        while (next != null && known.contains(next)) {
            next = nextInMissed(connection, next);
        }
        return next == null
                ? 0
                : update(
                        connection,
                        """
                        DELETE FROM missed WHERE name = ?1 AND version = ?2 AND stream IN (
                            SELECT stream FROM missed WHERE name = ?1 AND version = ?2 LIMIT ?3)\
                        """,
                        next.name(),
                        next.version(),
                        PURGE_MAX);
    }

    private static @Nullable Consumer nextInMissed(Connection connection, Consumer after)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT name, version FROM missed WHERE (name, version) > (?, ?) ORDER BY name, version LIMIT 1")) {
            bind(select, after.name(), after.version());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Consumer(row.getString(1), row.getInt(2)) : null;
            }
        }
    }

    private static ConsumerState state(Connection connection, Consumer consumer)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT registered, built, answers FROM consumers WHERE name = ? AND version = ?")) {
            bind(select, consumer.name(), consumer.version());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the consumer " + consumer + " is not registered");
                }
                return new ConsumerState(
                        consumer, row.getLong(1), row.getLong(2), row.getInt(3) == 1, true);
            }
        }
    }

    @Override
    public List<StreamId> readBegun(long afterPosition, long throughPosition) {
        return readers.ask(reader ->
                streams(
                        reader.connection(),
                        "SELECT stream FROM events WHERE position > ? AND position <= ? AND version = 1 ORDER BY position",
                        afterPosition,
                        throughPosition));
    }

    @Override
    public List<StreamId> readMissed(Consumer consumer, @Nullable StreamId after, int limit) {
        return readers.ask(reader ->
                streams(
                        reader.connection(),
                        "SELECT stream FROM missed WHERE name = ? AND version = ? AND stream > ? ORDER BY stream LIMIT ?",
                        consumer.name(),
                        consumer.version(),
                        after == null ? "" : after.value(),
                        limit));
    }

    @Override
    public long countMissed(Consumer consumer) {
        return readers.ask(reader -> {
            try (PreparedStatement count =
                    reader.connection()
                            .prepareStatement(
                                    "SELECT count(*) FROM missed WHERE name = ? AND version = ?")) {
                bind(count, consumer.name(), consumer.version());
                try (ResultSet row = count.executeQuery()) {
                    return row.next() ? row.getLong(1) : 0L;
                }
            }
        });
    }

    @Override
    public synchronized int record(
            Consumer consumer, long built, List<CaughtUp> streams, Collection<StreamId> failed) {
        Recording recording = new Recording(consumer, built, streams, failed);
        writer.commit(recording);
        states =
                states.stream()
                        .map(state ->
                                state.consumer().equals(consumer) && state.built() < built
                                        ? new ConsumerState(
                                                consumer,
                                                state.registered(),
                                                built,
                                                state.answers(),
                                                true)
                                        : state)
                        .toList();
        return recording.missed;
    }

    /// What a consumer has caught up with, on its way through the writer.
    private static final class Recording implements Change {

        private final Consumer consumer;
        private final long built;
        private final List<CaughtUp> streams;
        private final Collection<StreamId> failed;
        private final List<LookupChange> lookups = new ArrayList<>();
        private int missed;

        Recording(
                Consumer consumer,
                long built,
                List<CaughtUp> streams,
                Collection<StreamId> failed) {
            this.consumer = consumer;
            this.built = built;
            this.streams = streams;
            this.failed = failed;
        }

        @Override
        public int apply(Connection connection) throws SQLException {
            missed = 0; // it is applied again when its group is
            lookups.clear();
            int rows = 0;
            for (CaughtUp stream : streams) {
                rows += apply(connection, stream);
            }
            return rows
                    + update(
                            connection,
                            "UPDATE consumers SET built = max(built, ?) WHERE name = ? AND version = ?",
                            built,
                            consumer.name(),
                            consumer.version());
        }

        private int apply(Connection connection, CaughtUp stream) throws SQLException {
            if (lastVersion(connection, stream.stream()) > stream.throughVersion()) {
                return miss(connection, stream.stream());
            }
            int rows =
                    failed.contains(stream.stream())
                            ? miss(connection, stream.stream())
                            : done(connection, stream.stream());
            lookups.addAll(stream.lookups());
            return rows;
        }

        @Override
        public List<LookupChange> lookups() {
            return lookups;
        }

        private int done(Connection connection, StreamId stream) throws SQLException {
            return update(
                    connection,
                    "DELETE FROM missed WHERE name = ? AND version = ? AND stream = ?",
                    consumer.name(),
                    consumer.version(),
                    stream.value());
        }

        private int miss(Connection connection, StreamId stream) throws SQLException {
            missed++;
            return update(
                    connection,
                    "INSERT OR IGNORE INTO missed (name, version, stream) VALUES (?, ?, ?)",
                    consumer.name(),
                    consumer.version(),
                    stream.value());
        }
    }

    private static long lastVersion(Connection connection, StreamId stream) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT max(version) FROM events WHERE stream = ?")) {
            select.setString(1, stream.value());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private static List<StreamId> streams(Connection connection, String sql, Object... values)
            throws SQLException {
        List<StreamId> streams = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            bind(select, values);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    streams.add(new StreamId(row.getString(1)));
                }
            }
        }
        return streams;
    }

    /// @return number of changed rows
    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
