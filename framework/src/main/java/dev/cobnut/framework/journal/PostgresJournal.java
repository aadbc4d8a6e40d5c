package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The journal in a PostgreSQL database, which several members write and read at the same time.
///
/// Every group is one call of the function `append_group` (see `V1__journal.sql`), in one
/// transaction. Groups of all members are committed one after the other, so the order of positions
/// is the order of commits. **After a position has been read, no lower position appears.** Within a
/// stream positions follow versions, also when several members write the stream.
///
/// Rows of `unpublished` name no member. Every member reads all rows in the same order and delivers
/// the events of the streams that it owns. So nothing is handed over when a member dies.
///
/// Roles: one thread `journal-writer` per writer ([GroupCommit], [PostgresGroupWriter]), each with
/// a connection of its own ([PostgresWriterConnection]), and a pool of connections for the callers'
/// threads ([PostgresReaders]).
public final class PostgresJournal implements SharedJournal {

    /// How long [#close] waits for the queue to be written.
    private static final Duration CLOSE_TIMEOUT_MAX = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(PostgresJournal.class.getName());

    /// A writer with its queue and its connection. All appends of a stream use the same lane.
    private record Lane(
            PostgresWriterConnection link, PostgresGroupWriter writer, GroupCommit commits) {}

    private final WriteGate gate = new WriteGate();
    private final CommitOrder order = new CommitOrder();
    private final AtomicLong reconnects = new AtomicLong();
    private final AtomicLong resolved = new AtomicLong();
    private final PostgresReaders readers;
    private final List<Lane> lanes = new ArrayList<>();
    private final CombinedJournalStats stats;
    private boolean closed;

    private PostgresJournal(PostgresConnections connections, Connection first, InstantSource clock)
            throws SQLException {
        PostgresSettings settings = connections.settings();
        PostgresSettings.Limits limits = settings.limits();
        for (int i = 0; i < limits.writers(); i++) {
            PostgresWriterConnection link =
                    new PostgresWriterConnection(connections, gate, reconnects);
            PostgresGroupWriter writer =
                    new PostgresGroupWriter(
                            link,
                            new PostgresAppender(
                                    settings, link, clock, this::refuseQueued, resolved),
                            gate,
                            order);
            GroupCommit commits =
                    new GroupCommit(
                            writer,
                            gate,
                            limits.queueCapacity() / limits.writers(),
                            limits.groupMax(),
                            CLOSE_TIMEOUT_MAX);
            lanes.add(new Lane(link, writer, commits));
        }
        lanes.getFirst().link().adopt(first);
        readers = new PostgresReaders(connections);
        stats = new CombinedJournalStats(lanes.stream().<JournalStats>map(Lane::commits).toList());
    }

    /// Opens the journal. If the migration is enabled, creates the tables or brings them up to
    /// date.
    ///
    /// @throws JournalException when no server answers, the role or the database does not exist,
    ///   the server is older than 15 or does not sync its commits, or the tables have another
    ///   version
    public static PostgresJournal open(PostgresSettings settings, InstantSource clock) {
        PostgresConnections connections = new PostgresConnections(settings);
        Connection first = connections.openFirst();
        try {
            PostgresSchema schema = new PostgresSchema(settings);
            schema.migrateIfEnabled();
            schema.check(first);
            return new PostgresJournal(connections, first, clock);
        } catch (SQLException e) {
            PostgresConnections.closeAfter(first, e);
            throw PostgresFailure.atOpen(settings, settings.user(), e);
        } catch (RuntimeException e) {
            PostgresConnections.closeAfter(first, e);
            throw e;
        }
    }

    @Override
    public void start(GroupListener listener) {
        for (int i = 0; i < lanes.size(); i++) {
            PostgresGroupWriter writer = lanes.get(i).writer();
            lanes.get(i)
                    .commits()
                    .start(
                            (group, outcomes) ->
                                    order.tell(
                                            writer.turn(), () -> listener.written(group, outcomes)),
                            lanes.size() == 1 ? "journal-writer" : "journal-writer-" + (i + 1));
        }
    }

    @Override
    public void append(AppendRequest request) {
        int hash = request.stream().value().hashCode();
        lane(hash ^ (hash >>> 16)).commits().append(request);
    }

    @Override
    public void publish(Publication publication) {
        List<Long> positions = publication.positions();
        lane(positions.isEmpty() ? 0 : positions.getFirst().hashCode())
                .commits()
                .publish(publication);
    }

    private Lane lane(int hash) {
        return lanes.get(Math.floorMod(hash, lanes.size()));
    }

    private void refuseQueued(String reason) {
        for (Lane lane : lanes) {
            lane.commits().refuseQueued(reason);
        }
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        requireLimit(limit);
        return readers.read(stream, afterVersion, limit);
    }

    @Override
    public Optional<RecordedCommand> findCommand(String key) {
        return readers.findCommand(key);
    }

    @Override
    public List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        requireLimit(limit);
        return readers.readUnpublished(afterPosition, limit);
    }

    @Override
    public String identity() {
        return "postgresql-" + readers.identity();
    }

    @Override
    public List<RecordedEvent> readUnpublished(Collection<StreamId> streams, int perStreamMax) {
        requireLimit(perStreamMax);
        return readers.readUnpublished(streams, perStreamMax);
    }

    /// Counts the rows: the time grows with the backlog.
    @Override
    public long countUnpublished() {
        return readers.countUnpublished();
    }

    @Override
    public long lastPosition() {
        return readers.lastPosition();
    }

    @Override
    public List<String> findInLookup(
            String lookup, String group, @Nullable String before, int limit) {
        requireLimit(limit);
        return readers.findInLookup(lookup, group, before, limit);
    }

    @Override
    public JournalState state() {
        return gate.state();
    }

    @Override
    public JournalStats stats() {
        return stats;
    }

    /// Number of broken connections of writers that were replaced since the start.
    public long reconnects() {
        return reconnects.get();
    }

    /// Number of groups whose connection broke and whose outcome was then read from the journal.
    public long resolved() {
        return resolved.get();
    }

    /// Connections that are answering queries now.
    public int busyReaders() {
        return readers.busy();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        lanes.forEach(lane -> lane.link().startClosing());
        for (Lane lane : lanes) {
            if (lane.commits().close()) {
                lane.writer().close();
            } else {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "A writer of the journal is still busy; its connection stays open until the process ends.");
            }
        }
        readers.close();
    }

    private static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit is 1 or more, not " + limit);
        }
    }
}
