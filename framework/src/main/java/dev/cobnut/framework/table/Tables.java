package dev.cobnut.framework.table;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Runs all tables of a service on this member, or waits to follow the member that does. It also
/// has the operations for operators. Thread-safe.
public final class Tables implements AutoCloseable {

    /// A table whose rows are in maps.
    private record MapTable(Table<?> table, TableStates states, TableLoop<?> loop)
            implements RunningTable {

        @Override
        public String name() {
            return table.name();
        }

        @Override
        public void start() {
            loop.start();
        }

        @Override
        public void appended() {
            loop.appended();
        }

        @Override
        public void lostRows() {
            loop.lostRows();
        }

        @Override
        public TableStatus status(long lastPosition) {
            TableState live = states.live();
            TableState building = states.building();
            TableState shown = live == null ? building : live;
            long position = live == null ? 0 : live.position();
            return new TableStatus(
                    table.name(),
                    table.version(),
                    position,
                    Math.max(0, lastPosition - position),
                    live != null,
                    building == null ? null : TableProgress.of(building),
                    shown == null ? List.of() : states.parked(shown.build()),
                    shown == null ? null : shown.stopped(),
                    loop.runsHere());
        }

        @Override
        public void rebuild() {
            states.wantRebuild();
            loop.signal();
        }

        @Override
        public void beginClosing() {
            loop.beginClosing();
        }

        @Override
        public void close() {
            loop.close();
        }
    }

    private final Journal journal;
    private final HazelcastInstance hazelcast;
    private final boolean isShared;
    private final Map<String, RunningTable> running = new LinkedHashMap<>();

    /// @param codecs the codec of each category; events of other categories are passed over
    /// @throws UnusableDomainException when two tables have one name, one takes no event, or there
    ///   is no codec
    public Tables(
            List<? extends Table<?>> tables,
            Map<String, EventCodec<?>> codecs,
            Journal journal,
            HazelcastInstance hazelcast,
            TableOwners owners,
            TableSettings settings,
            TableObserver observer,
            InstantSource clock) {
        this.journal = journal;
        this.hazelcast = hazelcast;
        this.isShared = owners.isShared();
        for (Table<?> table : tables) {
            requireUsable(table, codecs);
            requireReadable(table, codecs);
            add(open(table, codecs, owners, settings, observer, clock));
        }
    }

    /// Runs another table, too. Called before [#start].
    ///
    /// @throws UnusableDomainException when there is one of the same name
    public void add(RunningTable table) {
        if (running.put(table.name(), table) != null) {
            throw new UnusableDomainException(
                    "two tables are named " + table.name() + "; give one of them another name");
        }
    }

    private static void requireUsable(Table<?> table, Map<String, EventCodec<?>> codecs) {
        if (table.operations().isEmpty()) {
            throw new UnusableDomainException(
                    "the table "
                            + table.name()
                            + " takes no event; call put, delete or fold before it becomes a bean");
        }
        if (codecs.isEmpty()) {
            throw new UnusableDomainException(
                    "the table "
                            + table.name()
                            + " needs the codec of its events; declare their Decider as a bean");
        }
    }

    /// Codecs that do not tell their classes may read any.
    private static void requireReadable(Table<?> table, Map<String, EventCodec<?>> codecs) {
        List<Class<?>> known = new ArrayList<>();
        for (EventCodec<?> codec : codecs.values()) {
            if (codec.classes().isEmpty()) {
                return;
            }
            known.addAll(codec.classes().values());
        }
        for (TableOperation<?> operation : table.operations()) {
            if (known.stream().noneMatch(operation.event()::isAssignableFrom)) {
                throw new UnusableDomainException(
                        "the table "
                                + table.name()
                                + " takes "
                                + operation.event().getName()
                                + ", which no codec of a decider reads; they read "
                                + known.stream().map(Class::getSimpleName).sorted().toList());
            }
        }
    }

    private <R> MapTable open(
            Table<R> table,
            Map<String, EventCodec<?>> codecs,
            TableOwners owners,
            TableSettings settings,
            TableObserver observer,
            InstantSource clock) {
        TableStates states = new TableStates(hazelcast, journal, table.name(), table.version());
        TableReader<R> _ = table.open(states);
        return new MapTable(
                table,
                states,
                new TableLoop<>(
                        table,
                        states,
                        owners.ownership(table.name(), table.version()),
                        owners.isShared(),
                        journal,
                        Map.copyOf(codecs),
                        settings,
                        observer,
                        clock));
    }

    /// Begins to build the tables. Called once, when the journal has started.
    public void start() {
        if (running.isEmpty()) {
            return;
        }
        if (isShared) {
            hazelcast
                    .getPartitionService()
                    .addPartitionLostListener(
                            _ -> running.values().forEach(RunningTable::lostRows));
        }
        running.values().forEach(RunningTable::start);
    }

    public Set<String> names() {
        return Set.copyOf(running.keySet());
    }

    /// A listener that also wakes the tables, or the same one when there is no table.
    public GroupListener waking(GroupListener listener) {
        if (running.isEmpty()) {
            return listener;
        }
        List<RunningTable> all = List.copyOf(running.values());
        return (List<AppendRequest> group, List<AppendResult> outcomes) -> {
            listener.written(group, outcomes);
            if (!group.isEmpty()) {
                all.forEach(RunningTable::appended);
            }
        };
    }

    /// How far each table is. Asks the journal and the cluster.
    public List<TableStatus> statuses() {
        if (running.isEmpty()) {
            return List.of();
        }
        long last = journal.lastPosition();
        return running.values().stream().map(table -> table.status(last)).toList();
    }

    /// Builds a table anew, beside the rows that are read, whichever member runs it. Streams that
    /// are parked for it are tried again.
    ///
    /// @throws IllegalArgumentException when there is no table of this name
    public void rebuild(String table) {
        RunningTable known = running.get(table);
        if (known == null) {
            throw new IllegalArgumentException(
                    "there is no table '" + table + "'; there are " + running.keySet());
        }
        known.rebuild();
    }

    /// Ends the running turns. Called before the journal closes.
    @Override
    public void close() {
        running.values().forEach(RunningTable::beginClosing);
        running.values().forEach(RunningTable::close);
    }
}
