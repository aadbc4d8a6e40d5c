package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The statements of a writer on its connection. Each statement is a transaction of its own; those
/// between [#lock] and [#unlock] are one transaction.
final class PostgresStatements implements AutoCloseable {

    /// The group is durable.
    ///
    /// @param beforePosition the journal's last position before the group
    /// @param beforeMicros the time of record before the group's first event
    record Appended(long beforePosition, long beforeMicros) {}

    /// A reload can switch these off under a session that cannot set them itself. The condition
    /// names no column, so the server decides it before it calls the function.
    private static final String ONLY_WHILE_DURABLE =
            """
            WHERE current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'
                AND current_setting('synchronous_commit') IN ('on', 'remote_apply')\
            """;

    private static final String INSERT_TAGS =
            """
            INSERT INTO event_tags (tag, position, type)
            SELECT * FROM unnest(?::text[], ?::bigint[], ?::text[])\
            """;

    private final Connection connection;
    private final Supplier<String> served;
    private final PreparedStatement serve;
    private final PreparedStatement append;
    private final PreparedStatement lock;
    private final PreparedStatement lastVersions;
    private final PreparedStatement commands;
    private final PreparedStatement event;

    /// What the session has said to serve.
    private String saidToServe = "";

    /// @param served the consumers that get the events which are published here
    PostgresStatements(Connection connection, Supplier<String> served) throws SQLException {
        this.connection = connection;
        this.served = served;
        serve = connection.prepareStatement("SELECT set_config('cobnut.consumers', ?, false)");
        append =
                connection.prepareStatement(
                        "SELECT written, before_position, before_micros FROM append_group("
                                + "?, ".repeat(27)
                                + "?) "
                                + ONLY_WHILE_DURABLE);
        lock = connection.prepareStatement("SELECT lock_journal()");
        lastVersions =
                connection.prepareStatement(
                        """
                        SELECT s.stream, (SELECT max(e.version) FROM events e WHERE e.stream = s.stream)
                        FROM unnest(?::text[]) AS s (stream)\
                        """);
        commands =
                connection.prepareStatement(
                        """
                        SELECT c.key, c.fingerprint, c.stream, c.version, c.refusal
                        FROM commands c WHERE c.key = ANY (?::text[])\
                        """);
        event =
                connection.prepareStatement(
                        "SELECT event_id, position, recorded_at_micros FROM events WHERE stream = ? AND version = ?");
    }

    /// Writes a group, or nothing.
    ///
    /// @param allNew true to write without looking for each row first; then a row that is there
    ///   already is [PostgresFailure#RACED]
    /// @return null when another member wrote first; nothing was written then
    @Nullable Appended append(
            GroupPlan plan, PublishedRows published, long nowMicros, boolean allNew)
            throws SQLException {
        if (connection.getAutoCommit()) {
            sayWhatIsServed();
        }
        try {
            bind(plan, published, nowMicros, allNew);
        } catch (RuntimeException e) {
            throw new SQLException("it cannot be sent: " + e, PostgresFailure.NOT_SENT, e);
        }
        try (ResultSet row = append.executeQuery()) {
            if (!row.next()) {
                throw notDurable();
            }
            PostgresBarrier.requireNoWarning(append.getWarnings());
            return row.getBoolean(1) ? new Appended(row.getLong(2), row.getLong(3)) : null;
        } finally {
            append.clearParameters(); // the payloads
        }
    }

    private void bind(GroupPlan plan, PublishedRows published, long nowMicros, boolean allNew)
            throws SQLException {
        append.setLong(1, nowMicros);
        int next = bindCommands(plan.commands(), 2);
        next = bindEvents(plan.events(), next);
        Map<StreamId, Long> bases = plan.bases();
        next = texts(next, bases.keySet(), StreamId::value);
        next = longs(next, bases.values(), version -> version);
        next = array(next, "bigint", published.positions());
        for (boolean put : new boolean[] {true, false}) {
            for (String[] column : published.lookups(put)) {
                next = array(next, "text", column);
            }
        }
        next = array(next, "bigint", published.lookupPositions(true));
        next = array(next, "bigint", published.lookupPositions(false));
        append.setBoolean(next, allNew);
    }

    private SQLException notDurable() throws SQLException {
        return new SQLException(
                PostgresServerSettings.of(connection)
                        .refusal()
                        .orElse("a setting that durability needs was off for a moment"),
                PostgresFailure.NO_DURABILITY);
    }

    /// Adds event types to their table. May be repeated. In one order, so that members that add the
    /// same types wait for each other and not in a circle.
    void addTypes(Collection<StoredType> missing) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        INSERT INTO event_types (category, type)
                        SELECT * FROM unnest(?::text[], ?::text[]) ORDER BY 1, 2
                        ON CONFLICT DO NOTHING\
                        """)) {
            insert.setArray(
                    1,
                    connection.createArrayOf(
                            "text", missing.stream().map(StoredType::category).toArray()));
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "text", missing.stream().map(StoredType::type).toArray()));
            insert.executeUpdate();
        }
    }

    /// Locks the journal for all other writers until [#unlock].
    void lock() throws SQLException {
        sayWhatIsServed();
        connection.setAutoCommit(false);
        lock.execute();
    }

    /// Outside of a transaction, whose rollback would take it back.
    private void sayWhatIsServed() throws SQLException {
        String now = served.get();
        if (!now.equals(saidToServe)) {
            serve.setString(1, now);
            serve.execute();
            saidToServe = now;
        }
    }

    /// Ends the transaction that [#lock] began.
    void unlock(boolean commit) throws SQLException {
        if (commit) {
            connection.clearWarnings(); // of the login, for example
            connection.commit();
            PostgresBarrier.requireNoWarning(connection.getWarnings());
        } else {
            connection.rollback();
        }
        connection.setAutoCommit(true);
    }

    private int bindCommands(List<RecordedCommand> recorded, int first) throws SQLException {
        int next = texts(first, recorded, command -> command.key().key());
        next = texts(next, recorded, command -> command.key().fingerprint());
        next = texts(next, recorded, command -> command.stream().value());
        next = longs(next, recorded, RecordedCommand::version);
        return texts(next, recorded, command -> Refusal.toText(command.refusal()));
    }

    private int bindEvents(List<GroupPlan.Placed> events, int first) throws SQLException {
        int next = texts(first, events, placed -> placed.stream().value());
        next = longs(next, events, GroupPlan.Placed::version);
        next =
                array(
                        next,
                        "uuid",
                        events.stream().map(placed -> placed.event().id()).toArray(UUID[]::new));
        next = texts(next, events, placed -> placed.event().type());
        next = longs(next, events, placed -> (long) placed.event().schemaVersion());
        next =
                array(
                        next,
                        "bytea",
                        events.stream()
                                .map(placed -> placed.event().payload().bytes())
                                .toArray(byte[][]::new));
        next = longs(next, events, placed -> EpochMicros.of(placed.event().metadata().time()));
        next = texts(next, events, placed -> placed.event().metadata().causation());
        next = texts(next, events, placed -> placed.event().metadata().correlation());
        return texts(next, events, placed -> placed.event().metadata().traceparent());
    }

    private <T> int texts(int index, Collection<T> rows, Function<T, @Nullable String> column)
            throws SQLException {
        @Nullable String[] values = new @Nullable String[rows.size()];
        int i = 0;
        for (T row : rows) {
            values[i++] = column.apply(row);
        }
        return array(index, "text", values);
    }

    private <T> int longs(int index, Collection<T> rows, Function<T, Long> column)
            throws SQLException {
        Long[] values = new Long[rows.size()];
        int i = 0;
        for (T row : rows) {
            values[i++] = column.apply(row);
        }
        return array(index, "bigint", values);
    }

    private int array(int index, String type, @Nullable Object[] values) throws SQLException {
        Array array = connection.createArrayOf(type, values);
        append.setArray(index, array);
        return index + 1;
    }

    /// Reads the last versions of the streams of a group (0 for a stream that does not exist), the
    /// commands that are recorded under its keys, and which conditions are not met. Under the lock.
    GroupPlan.Known read(List<AppendRequest> appends) throws SQLException {
        Set<StreamId> streams = GroupPlan.streams(appends);
        Set<String> keys = GroupPlan.keys(appends);
        Map<StreamId, Long> versions = new HashMap<>();
        if (!streams.isEmpty()) {
            lastVersions.setArray(
                    1,
                    connection.createArrayOf(
                            "text", streams.stream().map(StreamId::value).toArray(String[]::new)));
            try (ResultSet row = lastVersions.executeQuery()) {
                while (row.next()) {
                    versions.put(new StreamId(row.getString(1)), row.getLong(2));
                }
            }
        }
        return new GroupPlan.Known(
                versions,
                keys.isEmpty() ? Map.of() : find(keys),
                true,
                TagSql.overtaken(connection, appends, PostgresTaggedEvents.DIALECT));
    }

    /// Writes the tags of the events, in the transaction that wrote these. No statement when there
    /// are none.
    void insertTags(GroupPlan plan, Appended place) throws SQLException {
        List<String> tags = new ArrayList<>();
        List<Long> positions = new ArrayList<>();
        List<String> types = new ArrayList<>();
        plan.forEachTag(
                plan.rows(place.beforePosition(), place.beforeMicros()),
                (tag, event) -> {
                    tags.add(tag.value());
                    positions.add(event.position());
                    types.add(event.type());
                });
        if (tags.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT_TAGS)) {
            insert.setArray(1, connection.createArrayOf("text", tags.toArray()));
            insert.setArray(2, connection.createArrayOf("bigint", positions.toArray()));
            insert.setArray(3, connection.createArrayOf("text", types.toArray()));
            insert.executeUpdate();
        }
    }

    private Map<String, RecordedCommand> find(Collection<String> keys) throws SQLException {
        Map<String, RecordedCommand> found = new HashMap<>();
        commands.setArray(1, connection.createArrayOf("text", keys.toArray(String[]::new)));
        try (ResultSet row = commands.executeQuery()) {
            while (row.next()) {
                String key = row.getString(1);
                found.put(
                        key,
                        new RecordedCommand(
                                new CommandKey(key, row.getString(2)),
                                new StreamId(row.getString(3)),
                                row.getLong(4),
                                Refusal.ofText(row.getString(5))));
            }
        }
        return found;
    }

    /// Looks for a group whose connection broke during the write. The group is one transaction, so
    /// its first event stands for all of it. Event ids are unique.
    ///
    /// @return null when the group was not committed
    @Nullable Appended find(GroupPlan plan) throws SQLException {
        if (plan.events().isEmpty()) {
            // Refusals only: the group was committed if exactly these are recorded.
            Map<String, RecordedCommand> recorded =
                    find(plan.commands().stream().map(command -> command.key().key()).toList());
            boolean all =
                    plan.commands().stream()
                            .allMatch(command -> command.equals(recorded.get(command.key().key())));
            return all ? new Appended(0, 0) : null;
        }
        GroupPlan.Placed first = plan.events().getFirst();
        event.setString(1, first.stream().value());
        event.setLong(2, first.version());
        try (ResultSet row = event.executeQuery()) {
            boolean found = row.next() && first.event().id().equals(row.getObject(1, UUID.class));
            return found ? new Appended(row.getLong(2) - 1, row.getLong(3) - 1) : null;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
