package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.PostgresSession.column;

import dev.cobnut.framework.event.StreamId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The consumers of a journal in PostgreSQL (see `V3__consumers.sql`), on one connection of its
/// own. Its transactions take the journal's lock, so each of them is before or after a group. What
/// they answer is durable, as what the journal shows is ([PostgresSession]): a view would else show
/// lists as complete whose rows a failover takes back.
final class PostgresConsumers implements Consumers, AutoCloseable {

    /// How long a member stays the keeper of a consumer after it was last heard of.
    private static final Duration TERM = Duration.ofSeconds(15);

    private static final String ATTEND =
            "SELECT consumer_name, consumer_version, registered_at, built_through, may_answer, is_keeper FROM attend_consumers(?, ?, ?, ?, ?)";

    private static final String BEGUN =
            "SELECT stream FROM events WHERE position > ? AND position <= ? AND version = 1 ORDER BY position";

    private static final String MISSED =
            "SELECT stream FROM missed WHERE name = ? AND version = ? AND stream > ? ORDER BY stream LIMIT ?";

    private static final String COUNT =
            "SELECT count(*) FROM missed WHERE name = ? AND version = ?";

    private static final String RECORD =
            "SELECT count(*) FROM record_caught_up(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final PostgresConnections connections;
    private final PostgresSession session;
    private final String member = UUID.randomUUID().toString();

    PostgresConsumers(PostgresConnections connections) {
        this.connections = connections;
        this.session = new PostgresSession(connections, "the consumers");
    }

    @Override
    public List<ConsumerState> attend(List<Consumer> known) {
        connections.serve(known.stream().map(Consumer::toString).collect(Collectors.joining(",")));
        return session.ask(
                ATTEND,
                (on, statement) -> {
                    statement.setString(1, member);
                    column(on, statement, 2, "text", known, Consumer::name);
                    column(
                            on,
                            statement,
                            3,
                            "bigint",
                            known,
                            consumer -> (long) consumer.version());
                    statement.setLong(4, TERM.toNanos() / 1_000);
                    statement.setLong(5, FORGET_SECONDS * 1_000_000L);
                    List<ConsumerState> states = new ArrayList<>(known.size());
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            states.add(
                                    new ConsumerState(
                                            new Consumer(row.getString(1), row.getInt(2)),
                                            row.getLong(3),
                                            row.getLong(4),
                                            row.getBoolean(5),
                                            row.getBoolean(6)));
                        }
                    }
                    return states;
                });
    }

    @Override
    public List<StreamId> readBegun(long afterPosition, long throughPosition) {
        return session.ask(
                BEGUN,
                (_, statement) -> {
                    statement.setLong(1, afterPosition);
                    statement.setLong(2, throughPosition);
                    return streams(statement);
                });
    }

    @Override
    public List<StreamId> readMissed(Consumer consumer, @Nullable StreamId after, int limit) {
        return session.ask(
                MISSED,
                (_, statement) -> {
                    statement.setString(1, consumer.name());
                    statement.setInt(2, consumer.version());
                    statement.setString(3, after == null ? "" : after.value());
                    statement.setInt(4, limit);
                    return streams(statement);
                });
    }

    @Override
    public long countMissed(Consumer consumer) {
        return session.ask(
                COUNT,
                (_, statement) -> {
                    statement.setString(1, consumer.name());
                    statement.setInt(2, consumer.version());
                    return number(statement);
                });
    }

    @Override
    public int record(
            Consumer consumer, long built, List<CaughtUp> streams, Collection<StreamId> failed) {
        List<LookupChange> changes =
                streams.stream().flatMap(stream -> stream.lookups().stream()).toList();
        return session.ask(
                RECORD,
                (on, statement) -> {
                    statement.setString(1, consumer.name());
                    statement.setLong(2, consumer.version());
                    statement.setLong(3, built);
                    column(on, statement, 4, "text", streams, done -> done.stream().value());
                    column(on, statement, 5, "bigint", streams, CaughtUp::throughVersion);
                    column(on, statement, 6, "text", failed, StreamId::value);
                    int next = 7;
                    for (boolean put : new boolean[] {true, false}) {
                        List<LookupChange> some =
                                changes.stream().filter(change -> change.isPut() == put).toList();
                        column(on, statement, next++, "text", some, LookupChange::lookup);
                        column(on, statement, next++, "text", some, LookupChange::group);
                        column(on, statement, next++, "text", some, LookupChange::item);
                    }
                    return (int) number(statement);
                });
    }

    private static List<StreamId> streams(PreparedStatement statement) throws SQLException {
        List<StreamId> streams = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                streams.add(new StreamId(row.getString(1)));
            }
        }
        return streams;
    }

    private static long number(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
