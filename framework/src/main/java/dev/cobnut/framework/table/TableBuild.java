package dev.cobnut.framework.table;

import com.hazelcast.map.IMap;
import com.hazelcast.partition.PartitionService;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.JournalPages;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// The rows of one build of a table, and what brings events into them. One thread at a time uses
/// it.
///
/// - *Order.* Events are applied in the order of their positions, whatever their streams. So a row
///   that several streams write is what a fold of all of them gives.
/// - *Batches.* A page of events becomes one write per row. Until the write succeeds the batch is
///   kept and written again as it is, so no event is applied twice.
/// - *Events all or nothing.* The operations of an event are computed, rows and index keys
///   included, before any of them counts. When one throws, the event's stream is parked from this
///   event on.
/// - *Each partition has a mark.* When all members are lost that had a partition, its rows are gone
///   and so is its mark. Without that, a member that follows could take the rest for the whole.
/// - *A row knows its position.* After a change of the owner, events that its row has are passed
///   over.
final class TableBuild<R> {

    /// What the key of a partition's mark begins with.
    static final String MARK = "\u0000";

    /// Most rows in memory that need not be read from the map again.
    private static final int HELD_ROWS_MAX = 4_096;

    /// Most bytes of them.
    private static final long HELD_BYTES_MAX = 4L * 1_024 * 1_024;

    /// Most rows that are written one by one.
    private static final int SINGLE_WRITES_MAX = 16;

    /// Time between two looks at the journal's last position, and at the size of the map.
    private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();

    private static final Logger LOG = System.getLogger(TableBuild.class.getName());

    private final Table<R> table;
    private final long number;
    private final RowFormat<R> format;
    private final Map<String, EventCodec<?>> codecs;
    private final Map<String, Map<String, Class<?>>> classes = new HashMap<>();
    private final TableStates states;
    private final TableSettings settings;
    private final TableObserver observer;
    private final IMap<String, TableRow> map;
    private final JournalPages pages;
    private final Map<Class<?>, List<TableOperation<R>>> operations = new HashMap<>();
    private final Map<String, ParkedByTable> parked = new LinkedHashMap<>();
    private final LinkedHashMap<String, Held<R>> held = new LinkedHashMap<>(64, 0.75f, true);
    private final long begunAtNanos = System.nanoTime();
    private long heldBytes;
    private final boolean isShared;
    private final Set<String> marks;
    private boolean isFenced;
    private long position;
    private @Nullable UUID lastEvent;
    private long through;
    private long lookedAtNanos;
    private boolean hasNewParked;
    private @Nullable List<RecordedEvent> openPage;
    private @Nullable Batch<R> open;

    /// @param value null for a deleted row
    private record Held<R>(TableRow row, @Nullable R value) {}

    /// @param steps what the contents of the event do, in order
    /// @param failure why it cannot be decoded, or has no keys; null when it can
    private record Decoded<R>(
            RecordedEvent event, List<Step<R>> steps, @Nullable Throwable failure) {}

    private record Step<R>(TableOperation<R> operation, Object content, String key) {}

    private record Batch<R>(
            Map<String, Held<R>> changed, long position, UUID lastEvent, int events) {}

    /// @param from null for a build from the beginning
    /// @param isShared true when other members write the same maps
    TableBuild(
            Table<R> table,
            long number,
            @Nullable TableState from,
            Map<String, EventCodec<?>> codecs,
            JournalPages pages,
            TableStates states,
            TableSettings settings,
            TableObserver observer,
            boolean isShared) {
        this.table = table;
        this.number = number;
        this.isShared = isShared;
        this.through = states.lastPosition();
        this.codecs = codecs;
        codecs.forEach((category, codec) -> classes.put(category, Map.copyOf(codec.classes())));
        this.pages = pages;
        this.states = states;
        this.settings = settings;
        this.observer = observer;
        this.format = new RowFormat<>(table);
        this.map =
                from == null
                        ? TableMaps.create(states.hazelcast(), table, number)
                        : TableMaps.of(states.hazelcast(), table, number);
        this.marks = isShared ? marks(states) : Set.of();
        if (from == null) {
            Map<String, TableRow> all = HashMap.newHashMap(marks.size());
            marks.forEach(mark -> all.put(mark, TableRow.deleted(Long.MAX_VALUE)));
            map.setAll(all);
        } else {
            this.position = from.position();
            this.lastEvent = from.lastEvent();
            states.parked(number).forEach(stream -> parked.put(stream.stream(), stream));
        }
    }

    /// One key in each partition.
    private static Set<String> marks(TableStates states) {
        PartitionService partitions = states.hazelcast().getPartitionService();
        int count = partitions.getPartitions().size();
        Map<Integer, String> byPartition = HashMap.newHashMap(count);
        for (int i = 0; byPartition.size() < count; i++) {
            String mark = MARK + i;
            byPartition.putIfAbsent(partitions.getPartition(mark).getPartitionId(), mark);
        }
        return Set.copyOf(byPartition.values());
    }

    /// False when rows or the list of parked streams were lost, together with all members that had
    /// them.
    boolean isWhole(int parkedStreams) {
        return map.getAll(marks).size() == marks.size() && parked.size() == parkedStreams;
    }

    /// @throws IllegalStateException when rows were lost while they were built
    void requireWhole() {
        if (!isWhole(parked.size())) {
            throw new IllegalStateException(
                    "rows of the build were lost together with the members that had them");
        }
    }

    int parkedStreams() {
        return parked.size();
    }

    long number() {
        return number;
    }

    long position() {
        return position;
    }

    /// The rows are read from now on. When the map is shared, another member may write them after
    /// this one, and late writes of this one must change nothing.
    void goLive() {
        isFenced = isShared;
    }

    /// False when the journal surely has more events.
    boolean isAtEnd() {
        return pages.isAtEnd();
    }

    /// How far it is, for the other members.
    TableState state(@Nullable String stopped) {
        return new TableState(
                number,
                position,
                lastEvent,
                Math.max(through, position),
                Duration.ofNanos(System.nanoTime() - begunAtNanos).toMillis(),
                parked.size(),
                stopped);
    }

    /// Applies the next page of events.
    ///
    /// @return number of its events; 0 at the end of the journal
    /// @throws TableStoppedException when a limit is reached
    int step() {
        look();
        Batch<R> batch = open;
        if (batch == null) {
            List<RecordedEvent> page = openPage;
            if (page == null) {
                page = pages.next();
            }
            if (page.isEmpty()) {
                return 0;
            }
            openPage = page;
            batch = fold(page);
            open = batch;
            openPage = null;
        }
        write(batch.changed());
        if (hasNewParked) {
            states.putParked(number, List.copyOf(parked.values()));
            hasNewParked = false;
        }
        batch.changed().forEach(this::hold);
        trim();
        position = batch.position();
        lastEvent = batch.lastEvent();
        open = null;
        observer.applied(table.name(), batch.events());
        return batch.events();
    }

    private void look() {
        long now = System.nanoTime();
        if (lookedAtNanos != 0 && now - lookedAtNanos < LOOK_NANOS) {
            return;
        }
        lookedAtNanos = now;
        through = states.lastPosition();
        long bytes = map.getLocalMapStats().getHeapCost();
        if (bytes > settings.bytesMax()) {
            throw new TableStoppedException(
                    "the rows of the table "
                            + table.name()
                            + " take "
                            + bytes
                            + " bytes of the heap, and may take "
                            + settings.bytesMax()
                            + ": give the process a larger heap, or the table fewer rows");
        }
    }

    private Batch<R> fold(List<RecordedEvent> events) {
        List<Decoded<R>> decoded = new ArrayList<>(events.size());
        Set<String> read = new HashSet<>();
        for (RecordedEvent event : events) {
            Decoded<R> one = decode(event);
            if (one != null) {
                decoded.add(one);
                for (Step<R> step : one.steps()) {
                    if (step.operation().readsRow()) {
                        read.add(step.key());
                    }
                }
            }
        }
        Map<String, Held<R>> before = rows(read);
        Map<String, Held<R>> changed = new LinkedHashMap<>();
        for (Decoded<R> one : decoded) {
            if (parked.containsKey(one.event().stream().value())) {
                continue;
            }
            Throwable failure = one.failure();
            if (failure == null) {
                try {
                    changed.putAll(apply(one, changed, before));
                } catch (Throwable e) {
                    failure = e;
                }
            }
            if (failure != null) {
                park(one.event(), failure);
            }
        }
        RecordedEvent last = events.getLast();
        return new Batch<>(changed, last.position(), last.id(), events.size());
    }

    /// @return null when the event is not for this table
    private @Nullable Decoded<R> decode(RecordedEvent event) {
        EventCodec<?> codec = codecs.get(event.stream().category());
        if (codec == null || parked.containsKey(event.stream().value())) {
            return null;
        }
        Class<?> known = classOf(event);
        if (known != null && of(known).isEmpty()) {
            return null;
        }
        try {
            List<Step<R>> steps = new ArrayList<>(1);
            for (Object content : codec.decodeAll(event)) {
                for (TableOperation<R> operation : of(content.getClass())) {
                    steps.add(new Step<>(operation, content, operation.keyOf(content, event)));
                }
            }
            return steps.isEmpty() ? null : new Decoded<>(event, steps, null);
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            return new Decoded<>(event, List.of(), e);
        }
    }

    /// @return null when the codec does not tell, or the type is not one event
    private @Nullable Class<?> classOf(RecordedEvent event) {
        return classes.getOrDefault(event.stream().category(), Map.of()).get(event.type());
    }

    private List<TableOperation<R>> of(Class<?> event) {
        return operations.computeIfAbsent(
                event,
                _ ->
                        table.operations().stream()
                                .filter(operation -> operation.event().isAssignableFrom(event))
                                .toList());
    }

    private Map<String, Held<R>> apply(
            Decoded<R> one, Map<String, Held<R>> changed, Map<String, Held<R>> before) {
        Map<String, Held<R>> written = HashMap.newHashMap(one.steps().size());
        long at = one.event().position();
        for (Step<R> step : one.steps()) {
            String key = step.key();
            Held<R> row = written.get(key);
            if (row == null) {
                row = changed.getOrDefault(key, before.get(key));
                if (row != null && row.row().position() >= at) {
                    continue;
                }
            }
            R after =
                    step.operation()
                            .fold()
                            .apply(row == null ? null : row.value(), step.content(), one.event());
            written.put(key, new Held<>(format.encode(at, after), after));
        }
        return written;
    }

    private void park(RecordedEvent event, Throwable failure) {
        Failures.rethrowFatal(failure);
        LOG.log(
                Level.WARNING,
                "the table "
                        + table.name()
                        + " cannot apply "
                        + event.type()
                        + " of "
                        + event.stream()
                        + " at version "
                        + event.version()
                        + "; the stream is parked for this table until it is rebuilt",
                failure);
        if (parked.size() >= settings.parkedMax()) {
            throw new TableStoppedException(
                    "the table "
                            + table.name()
                            + " has parked "
                            + parked.size()
                            + " streams, the most that it may, and cannot apply "
                            + event.type()
                            + " of "
                            + event.stream()
                            + ": find out why, then rebuild it");
        }
        parked.put(event.stream().value(), ParkedByTable.of(event, failure));
        hasNewParked = true;
        observer.parked(table.name());
    }

    /// The rows of these keys, as far as there are any.
    private Map<String, Held<R>> rows(Set<String> keys) {
        Map<String, Held<R>> rows = HashMap.newHashMap(keys.size());
        Set<String> missing = new HashSet<>();
        for (String key : keys) {
            Held<R> known = held.get(key);
            if (known == null) {
                missing.add(key);
            } else {
                rows.put(key, known);
            }
        }
        if (!missing.isEmpty()) {
            map.getAll(missing)
                    .forEach((key, row) -> rows.put(key, new Held<>(row, format.decode(row))));
        }
        return rows;
    }

    private void hold(String key, Held<R> row) {
        Held<R> before = held.put(key, row);
        heldBytes += row.row().bytes() - (before == null ? 0 : before.row().bytes());
    }

    private void trim() {
        var eldest = held.sequencedEntrySet().iterator();
        while ((held.size() > HELD_ROWS_MAX || heldBytes > HELD_BYTES_MAX) && eldest.hasNext()) {
            heldBytes -= eldest.next().getValue().row().bytes();
            eldest.remove();
        }
    }

    private void write(Map<String, Held<R>> changed) {
        Map<String, TableRow> rows = HashMap.newHashMap(changed.size());
        List<CompletionStage<?>> writes = new ArrayList<>();
        changed.forEach((key, after) -> {
            TableRow row = after.row();
            if (isFenced) {
                writes.add(map.submitToKey(key, new PutRow(row)));
            } else if (row.value() == null) {
                writes.add(map.deleteAsync(key));
            } else if (changed.size() <= SINGLE_WRITES_MAX) {
                writes.add(map.setAsync(key, row));
            } else {
                rows.put(key, row);
            }
        });
        if (!rows.isEmpty()) {
            map.setAll(rows);
        }
        writes.forEach(write -> write.toCompletableFuture().join());
    }
}
