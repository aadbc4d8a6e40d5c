package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The writer's transaction: inserts the rows of a [GroupPlan], and tracks the state of the journal
/// after the commit. After an exception it is rolled back as a whole.
///
/// A read costs as much as an insert. So a group is first planned without reading its new streams:
/// `INSERT OR IGNORE` and the number of changed rows tell whether one exists. Its keys are planned
/// as new and looked for then. If a stream or a key exists, the inserted rows are deleted,
/// everything is read, and the group is planned again.
final class SqliteTransaction implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SqliteTransaction.class.getName());

    private final Connection connection;
    private final SqliteLookups lookups;
    private final SqliteCommands commands;
    private final List<PendingRows<?>> pending;
    private final PositionSequence positions;
    private final RecentEvents recent;
    private final LastVersions versions = new LastVersions();
    private final KnownTypes types = new KnownTypes();

    /// Events that the open transaction has inserted.
    private List<RecordedEvent> appended = List.of();

    /// Types that the open transaction has inserted.
    private final Set<StoredType> typesStaged = new HashSet<>();

    private SqliteStatements statements;

    /// Rows of `unpublished` as committed, and as the open transaction will leave them.
    private volatile long unpublished;

    private long unpublishedStaged;

    private int rows;

    SqliteTransaction(
            Connection connection,
            SqliteLookups lookups,
            SqliteCommands commands,
            InstantSource clock)
            throws SQLException {
        this.connection = connection;
        this.lookups = lookups;
        this.commands = commands;
        this.pending = List.of(lookups.pending(), commands.pending());
        statements = new SqliteStatements(connection);
        positions =
                new PositionSequence(
                        clock,
                        SqliteOpening.number(connection, "SELECT max(position) FROM events"),
                        SqliteOpening.number(
                                connection,
                                "SELECT recorded_at_micros FROM events ORDER BY position DESC LIMIT 1"));
        recent = new RecentEvents(positions.committed());
        unpublished = SqliteOpening.number(connection, "SELECT count(*) FROM unpublished");
        unpublishedStaged = unpublished;
    }

    /// The last position that was committed; from any thread.
    long lastPosition() {
        return positions.committed();
    }

    /// The newest events, as committed; from any thread.
    RecentEvents recent() {
        return recent;
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
    }

    void commit() throws SQLException {
        pending.forEach(PendingRows::show);
        statements.commit();
        pending.forEach(PendingRows::committed);
        recent.add(appended);
        appended = List.of();
        positions.commit();
        types.addAll(typesStaged);
        typesStaged.clear();
        unpublished = unpublishedStaged;
    }

    /// SQLite may have rolled back by itself (<https://www.sqlite.org/lang_transaction.html>,
    /// "Response To Errors Within A Transaction"); then there is nothing to roll back, and that a
    /// transaction can begin proves it.
    void rollBack() throws SQLException {
        appended = List.of();
        positions.rollBack();
        unpublishedStaged = unpublished;
        versions.clear();
        typesStaged.clear();
        statements.close();
        try {
            SqliteOpening.run(connection, "ROLLBACK");
        } catch (SQLException e) {
            SqliteOpening.run(connection, "BEGIN IMMEDIATE");
            SqliteOpening.run(connection, "ROLLBACK");
            LOG.log(Level.DEBUG, "SQLite had rolled back by itself.", e);
        }
        statements = new SqliteStatements(connection);
        pending.forEach(PendingRows::rolledBack);
    }

    /// Inserts the rows of a group.
    ///
    /// @return as many outcomes as requests, in their order
    List<AppendResult> append(List<AppendRequest> appends) throws SQLException {
        if (appends.isEmpty()) {
            return List.of();
        }
        Set<AppendRequest> overtaken =
                TagSql.overtaken(connection, appends, SqliteTaggedEvents.DIALECT);
        GroupPlan plan = new GroupPlan(appends, versions, readVersions(appends, overtaken));
        List<RecordedEvent> events = plan.isUncertain() ? null : insert(plan);
        if (events == null) {
            plan = new GroupPlan(appends, versions, readAll(appends, overtaken));
            events = insert(plan);
        }
        if (events == null) {
            throw new IllegalStateException(
                    "the file has rows that this journal did not write; another program changed it");
        }
        appended = events;
        rows += plan.commands().size() + events.size();
        unpublishedStaged += events.size();
        plan.rememberIn(versions);
        return plan.outcomes(events);
    }

    /// The last versions of the streams that must exist. For a stream that must not exist, the
    /// insert of its first version tells, and so does the insert of each key.
    private GroupPlan.Known readVersions(List<AppendRequest> appends, Set<AppendRequest> overtaken)
            throws SQLException {
        Map<StreamId, Long> last = new HashMap<>();
        for (AppendRequest request : appends) {
            for (AppendRequest.StreamEvents part : request.streams()) {
                if (!(part.expected() instanceof NoStream)) {
                    last.put(part.stream(), lastVersion(part.stream()));
                }
            }
        }
        return new GroupPlan.Known(last, Map.of(), false, overtaken);
    }

    private GroupPlan.Known readAll(List<AppendRequest> appends, Set<AppendRequest> overtaken)
            throws SQLException {
        Map<StreamId, Long> last = new HashMap<>();
        for (StreamId stream : GroupPlan.streams(appends)) {
            last.put(stream, lastVersion(stream));
        }
        Map<String, RecordedCommand> recorded = new HashMap<>();
        for (String key : GroupPlan.keys(appends)) {
            RecordedCommand command = commands.find(statements, key);
            if (command != null) {
                recorded.put(key, command);
            }
        }
        return new GroupPlan.Known(last, recorded, true, overtaken);
    }

    private long lastVersion(StreamId stream) throws SQLException {
        Long remembered = versions.get(stream);
        return remembered == null ? statements.selectLastVersion(stream) : remembered;
    }

    /// @return the events as inserted; null when a key or a version was there before, and then
    ///   nothing is inserted
    private @Nullable List<RecordedEvent> insert(GroupPlan plan) throws SQLException {
        if (!commands.record(statements, plan.commands())) {
            return null;
        }
        List<RecordedEvent> events = positions.next(plan);
        for (int i = 0; i < events.size(); i++) {
            RecordedEvent event = events.get(i);
            if (!statements.insertEvent(event)) {
                takeBack(events.subList(0, i));
                return null;
            }
            statements.insertUnpublished(event.position());
        }
        positions.take(events);
        plan.forEachTag(
                events,
                (tag, event) -> {
                    statements.insertTag(tag, event);
                    rows++;
                });
        for (RecordedEvent event : events) {
            if (!types.has(event.stream(), event.type())) {
                StoredType type = new StoredType(event.stream().category(), event.type());
                if (typesStaged.add(type)) {
                    statements.insertType(type);
                }
            }
        }
        return events;
    }

    private void takeBack(List<RecordedEvent> events) throws SQLException {
        commands.takeBack(statements);
        for (RecordedEvent event : events) {
            statements.deleteEvent(event.position());
        }
    }

    void publish(Publication publication) throws SQLException {
        List<Long> before = List.of(); // published before
        for (long position : publication.positions()) {
            if (statements.deleteUnpublished(position)) {
                unpublishedStaged--;
                rows++;
            } else {
                before = before.isEmpty() ? new ArrayList<>() : before;
                before.add(position);
            }
        }
        rows += lookups.change(statements, notOf(before, publication.lookups()));
        ParkingChange parking = publication.parking();
        if (parking != null) {
            rows += SqliteParking.apply(connection, parking);
        }
        SqliteConsumers.Change also = publication.also();
        if (also != null) {
            rows += also.apply(connection);
            rows += lookups.change(statements, also.lookups());
        }
    }

    private static List<LookupChange> notOf(List<Long> positions, List<LookupChange> changes) {
        return positions.isEmpty()
                ? changes
                : changes.stream()
                        .filter(change -> !positions.contains(change.position()))
                        .toList();
    }

    /// True when pieces of merges are to be written. Begins a merge that is due. There is no open
    /// transaction.
    boolean isMerging() {
        boolean merging = false;
        for (PendingRows<?> waiting : pending) {
            merging |= waiting.isMerging();
        }
        return merging;
    }

    /// Writes the next piece of each merge that [#isMerging] has begun with the open transaction.
    ///
    /// @param least rows of a piece, when the merge has so many
    void merge(int least) throws SQLException {
        for (PendingRows<?> waiting : pending) {
            if (waiting.hasMerge()) {
                rows += waiting.merge(statements, least);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
