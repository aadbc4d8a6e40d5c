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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// The journal in a PostgreSQL database, which several members write and read at the same time.
///
/// Every group is one call of the function `append_group` (see `V2__parked.sql` and
/// `V8__new_rows.sql`), in one transaction. Groups of all members are committed one after the
/// other, so the order of positions is the order of commits. **After a position has been read, no
/// lower position appears.** Within a stream positions follow versions, also when several members
/// write the stream.
///
/// Rows of `unpublished` name no member. Every member reads all rows in the same order and delivers
/// the events of the streams that it owns. So nothing is handed over when a member dies.
///
/// Roles: one thread `journal-writer` per writer ([GroupCommit], [PostgresGroupWriter]), each with
/// a connection of its own ([PostgresWriterConnection]), and a pool of connections for the callers'
/// threads ([PostgresReaders]). One more connection each is for the consumers ([PostgresConsumers])
/// and, when there are handlers, for the cursors ([PostgresCursors]). While a stream is parked or
/// retried there is another for a moment ([PostgresParking]).
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
    private final PostgresParking parking;
    private final PostgresConsumers consumers;
    private final PostgresCursors cursors;
    private final PostgresTaggedEvents tagged;
    private final PostgresSnapshots snapshots;
    private final PostgresLookups lookups;
    private final List<Lane> lanes = new ArrayList<>();
    private final CombinedJournalStats stats;
    private boolean closed;

    private PostgresJournal(PostgresConnections connections, Connection first, InstantSource clock)
            throws SQLException {
        PostgresSettings settings = connections.settings();
        PostgresSettings.Limits limits = settings.limits();
        for (int i = 0; i < limits.writers(); i++) {
            PostgresWriterConnection link =
                    new PostgresWriterConnection(connections, gate, reconnects, this::renewReaders);
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
        parking = new PostgresParking(connections);
        consumers = new PostgresConsumers(connections);
        cursors = new PostgresCursors(connections, readers);
        tagged = new PostgresTaggedEvents(readers);
        snapshots = new PostgresSnapshots(connections, readers);
        lookups = new PostgresLookups(connections);
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

    /// The readers follow the writers, so that a read sees what was acknowledged.
    private void renewReaders() {
        readers.renew();
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
    public Map<StreamId, StreamHead> readDeliverable(
            Collection<StreamId> streams, int perStreamMax) {
        requireLimit(perStreamMax);
        return readers.readDeliverable(streams, perStreamMax);
    }

    @Override
    public DeliverablePage readDeliverable(long afterPosition, int limit) {
        requireLimit(limit);
        return readers.readDeliverable(afterPosition, limit);
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        return parking.park(streams);
    }

    @Override
    public long unpark(StreamId stream) {
        return parking.unpark(stream);
    }

    @Override
    public List<ParkedStream> readParked(long afterPosition, int limit) {
        requireLimit(limit);
        return readers.readParked(afterPosition, limit);
    }

    @Override
    public long countParked() {
        return readers.countParked();
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
    public List<String> findInLookup(LookupRange range, int limit) {
        requireLimit(limit);
        return readers.findInLookup(range, limit);
    }

    @Override
    public Set<String> foundInLookup(String lookup, String group, Collection<String> items) {
        return readers.foundInLookup(lookup, group, items);
    }

    @Override
    public boolean isDelivered(Consumer consumer, long position) {
        return readers.isDelivered(consumer, position);
    }

    @Override
    public void changeLookups(List<LookupChange> changes) {
        lookups.change(changes);
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

    @Override
    public List<StoredType> storedTypes() {
        return readers.storedTypes();
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
        consumers.close();
        cursors.close();
        snapshots.close();
        lookups.close();
        readers.close();
    }

    private static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit is 1 or more, not " + limit);
        }
    }
}
