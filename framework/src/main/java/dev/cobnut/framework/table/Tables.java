package dev.cobnut.framework.table;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs all tables of a service on this member, or waits to follow the member that does. It also
/// has the operations for operators. Thread-safe.
public final class Tables implements AutoCloseable {

    private record Entry(Table<?> table, TableStates states, TableLoop<?> loop) {}

    private final Journal journal;
    private final HazelcastInstance hazelcast;
    private final boolean isShared;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

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
            Entry other =
                    entries.put(
                            table.name(), open(table, codecs, owners, settings, observer, clock));
            if (other != null) {
                throw new UnusableDomainException(
                        "two tables are named " + table.name() + "; give one of them another name");
            }
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

    private <R> Entry open(
            Table<R> table,
            Map<String, EventCodec<?>> codecs,
            TableOwners owners,
            TableSettings settings,
            TableObserver observer,
            InstantSource clock) {
        TableStates states = new TableStates(hazelcast, journal, table.name(), table.version());
        TableReader<R> _ = table.open(states);
        return new Entry(
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
        if (entries.isEmpty()) {
            return;
        }
        if (isShared) {
            hazelcast
                    .getPartitionService()
                    .addPartitionLostListener(
                            _ -> entries.values().forEach(entry -> entry.loop().lostRows()));
        }
        entries.values().forEach(entry -> entry.loop().start());
    }

    public Set<String> names() {
        return Set.copyOf(entries.keySet());
    }

    /// A listener that also wakes the tables, or the same one when there is no table.
    public GroupListener waking(GroupListener listener) {
        if (entries.isEmpty()) {
            return listener;
        }
        List<? extends TableLoop<?>> loops = entries.values().stream().map(Entry::loop).toList();
        return (List<AppendRequest> group, List<AppendResult> outcomes) -> {
            listener.written(group, outcomes);
            if (!group.isEmpty()) {
                loops.forEach(TableLoop::appended);
            }
        };
    }

    /// How far each table is. Asks the journal and the cluster.
    public List<TableStatus> statuses() {
        if (entries.isEmpty()) {
            return List.of();
        }
        long last = journal.lastPosition();
        return entries.values().stream().map(entry -> status(entry, last)).toList();
    }

    private static TableStatus status(Entry entry, long last) {
        TableStates states = entry.states();
        TableState live = states.live();
        TableState building = states.building();
        TableState shown = live == null ? building : live;
        long position = live == null ? 0 : live.position();
        return new TableStatus(
                entry.table().name(),
                entry.table().version(),
                position,
                Math.max(0, last - position),
                live != null,
                building == null ? null : TableProgress.of(building),
                shown == null ? List.of() : states.parked(shown.build()),
                shown == null ? null : shown.stopped(),
                entry.loop().runsHere());
    }

    /// Builds a table anew, beside the rows that are read, whichever member runs it. Streams that
    /// are parked for it are tried again.
    ///
    /// @throws IllegalArgumentException when there is no table of this name
    public void rebuild(String table) {
        Entry entry = entry(table);
        if (entry == null) {
            throw new IllegalArgumentException(
                    "there is no table '" + table + "'; there are " + entries.keySet());
        }
        entry.states().wantRebuild();
        entry.loop().signal();
    }

    private @Nullable Entry entry(String table) {
        return entries.get(table);
    }

    /// Ends the running turns. Called before the journal closes.
    @Override
    public void close() {
        entries.values().forEach(entry -> entry.loop().beginClosing());
        entries.values().forEach(entry -> entry.loop().close());
    }
}
