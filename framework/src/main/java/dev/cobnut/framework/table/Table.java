package dev.cobnut.framework.table;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.UnusableDomainException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// A projection over many streams: rows that the events of any stream write, found by key or
/// through an index. Declared as a bean, and injected to read it:
///
/// ```java
/// @Bean Table<Overdue> overdue() {
///     return Table.named("overdue", 1, Overdue.class)
///             .put(CopyLent.class, CopyLent::loan, Overdue::of)
///             .delete(CopyReturned.class, CopyReturned::loan)
///             .index("branch-due", Overdue::branch, Overdue::due);
/// }
/// List<Overdue> late = overdue.query("branch-due").group("centre").below(today).limit(100);
/// ```
///
/// Events reach the table in the order of the journal, each once. The functions must be free of
/// side effects and give the same for the same event: they run again in every build. An event whose
/// function throws parks its stream for this table until the next build.
///
/// `put`, `delete`, `fold`, `index` and `mapper` return another table and change nothing. The reads
/// are thread-safe, may block for a map operation, and throw a [TableBuildingException] while the
/// first build runs.
///
/// @param <R> the row, which Jackson can write and read, for example a record; immutable
public final class Table<R> {

    /// Most indexes of a table. Each costs memory and time on every write.
    public static final int INDEXES_MAX = 8;

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,99}");

    private final String name;
    private final int version;
    private final Class<R> type;
    private final JsonMapper mapper;
    private final List<TableOperation<R>> operations;
    private final List<TableIndex<R>> indexes;
    private final AtomicReference<@Nullable TableReader<R>> reader = new AtomicReference<>();

    private Table(
            String name,
            int version,
            Class<R> type,
            JsonMapper mapper,
            List<TableOperation<R>> operations,
            List<TableIndex<R>> indexes) {
        this.name = name;
        this.version = version;
        this.type = type;
        this.mapper = mapper;
        this.operations = List.copyOf(operations);
        this.indexes = List.copyOf(indexes);
    }

    /// @param name lower-case letters, digits and `-`; no other table of the service has it
    /// @param version from 1. It must grow when the same events give other rows or index keys. Each
    ///   version has rows of its own, so members of two builds may run side by side
    /// @throws UnusableDomainException when the name or the version cannot be
    public static <R> Table<R> named(String name, int version, Class<R> row) {
        if (!NAME.matcher(name).matches()) {
            throw new UnusableDomainException(
                    "a table is named '"
                            + name
                            + "'; a name begins with a lower-case letter and has at most 100"
                            + " lower-case letters, digits and -");
        }
        if (version < 1) {
            throw new UnusableDomainException(
                    "the table "
                            + name
                            + " has the version "
                            + version
                            + "; versions begin with 1");
        }
        return new Table<>(name, version, row, JsonMapper.shared(), List.of(), List.of());
    }

    /// The event puts a row, whether the key has one or not.
    public <E> Table<R> put(Class<E> event, Function<E, String> key, Function<E, R> row) {
        return put(event, (one, _) -> key.apply(one), (one, _) -> row.apply(one));
    }

    /// The same, for a key or a row that also needs the event's stream, time or metadata.
    public <E> Table<R> put(
            Class<E> event,
            BiFunction<E, RecordedEvent, String> key,
            BiFunction<E, RecordedEvent, R> row) {
        return with(
                TableOperation.of(
                        event,
                        key,
                        false,
                        (_, one, recorded) ->
                                Objects.requireNonNull(
                                        row.apply(one, recorded), "put was given no row")));
    }

    /// The event deletes the row, if there is one.
    public <E> Table<R> delete(Class<E> event, Function<E, String> key) {
        return delete(event, (one, _) -> key.apply(one));
    }

    /// The same, for a key that also needs the event's stream, time or metadata.
    public <E> Table<R> delete(Class<E> event, BiFunction<E, RecordedEvent, String> key) {
        return with(TableOperation.of(event, key, false, (_, _, _) -> null));
    }

    /// The event makes the row out of the row before: it adds, replaces or, with null, deletes it.
    ///
    /// @param row gets null when there is no row
    public <E> Table<R> fold(
            Class<E> event, Function<E, String> key, BiFunction<@Nullable R, E, @Nullable R> row) {
        return with(
                TableOperation.of(
                        event,
                        (one, _) -> key.apply(one),
                        true,
                        (current, one, _) -> row.apply(current, one)));
    }

    /// The same, for a key or a row that also needs the event's stream, time or metadata.
    public <E> Table<R> fold(
            Class<E> event, BiFunction<E, RecordedEvent, String> key, RowFold<R, E> row) {
        return with(TableOperation.of(event, key, true, row));
    }

    private Table<R> with(TableOperation<R> operation) {
        List<TableOperation<R>> more = new ArrayList<>(operations);
        more.add(operation);
        return new Table<>(name, version, type, mapper, more, indexes);
    }

    /// Finds the rows of a group.
    ///
    /// @param group a text, a whole number, a boolean, a date, a time, a UUID or an enum constant;
    ///   a row whose group is null is not in the index
    /// @throws UnusableDomainException when it has another type
    public <G> Table<R> index(String index, IndexValue<R, G> group) {
        return with(TableIndex.of(index, group, null));
    }

    /// Finds the rows of a group in an order, and those in a range of it.
    ///
    /// @param group as above
    /// @param order of the same types; a row whose order is null is not in the index
    /// @throws UnusableDomainException when one has another type
    public <G, O> Table<R> index(String index, IndexValue<R, G> group, IndexValue<R, O> order) {
        return with(TableIndex.of(index, group, order));
    }

    private Table<R> with(TableIndex<R> index) {
        if (!NAME.matcher(index.name()).matches()) {
            throw new UnusableDomainException(
                    "an index of the table "
                            + name
                            + " is named '"
                            + index.name()
                            + "'; a name begins with a lower-case letter and has at most 100"
                            + " lower-case letters, digits and -");
        }
        if (indexes.stream().anyMatch(other -> other.name().equals(index.name()))) {
            throw new UnusableDomainException(
                    "the table "
                            + name
                            + " has two indexes named "
                            + index.name()
                            + "; give one of them another name");
        }
        if (indexes.size() == INDEXES_MAX) {
            throw new UnusableDomainException(
                    "the table "
                            + name
                            + " has more than "
                            + INDEXES_MAX
                            + " indexes; a second table takes the others");
        }
        List<TableIndex<R>> more = new ArrayList<>(indexes);
        more.add(index);
        return new Table<>(name, version, type, mapper, operations, more);
    }

    /// Writes and reads rows with another mapper than [JsonMapper#shared].
    public Table<R> mapper(JsonMapper other) {
        return new Table<>(name, version, type, other, operations, indexes);
    }

    public String name() {
        return name;
    }

    public int version() {
        return version;
    }

    Class<R> type() {
        return type;
    }

    JsonMapper mapper() {
        return mapper;
    }

    List<TableOperation<R>> operations() {
        return operations;
    }

    List<TableIndex<R>> indexes() {
        return indexes;
    }

    /// Gives the table something to read from.
    TableReader<R> open(TableStates states) {
        TableReader<R> opened = new TableReader<>(this, states);
        reader.set(opened);
        return opened;
    }

    private TableReader<R> reader() {
        TableReader<R> opened = reader.get();
        if (opened == null) {
            throw new IllegalStateException(
                    "the table "
                            + name
                            + " is read, but is no bean of this service: read the object that the"
                            + " application context has");
        }
        return opened;
    }

    /// The row of a key.
    ///
    /// @throws TableBuildingException while the first build runs
    public Optional<R> get(String key) {
        return reader().get(key);
    }

    /// Begins a query through an index.
    ///
    /// @throws IllegalArgumentException when the table has no such index
    public TableQuery<R> query(String index) {
        for (int i = 0; i < indexes.size(); i++) {
            if (indexes.get(i).name().equals(index)) {
                return new TableQuery<>(reader(), i, indexes.get(i));
            }
        }
        throw new IllegalArgumentException(
                "the table "
                        + name
                        + " has no index '"
                        + index
                        + "'; it has "
                        + indexes.stream().map(TableIndex::name).toList());
    }

    /// Waits until every event that is committed now is in the table.
    ///
    /// @return false when the time is over before, or the thread is interrupted
    public boolean await(Duration atMost) {
        return reader().await(atMost);
    }

    /// Waits until the events through a position of the journal are in the table.
    ///
    /// @return false when the time is over before, or the thread is interrupted
    public boolean await(long position, Duration atMost) {
        return reader().await(position, atMost);
    }

    /// Waits until the events at these positions of the journal are in the table.
    ///
    /// @param positions for example those of a request's consistency token; none: there is nothing
    ///   to wait for
    /// @return false when the time is over before, or the thread is interrupted
    public boolean await(Collection<Long> positions, Duration atMost) {
        return positions.isEmpty() || await(Collections.max(positions), atMost);
    }

    @Override
    public String toString() {
        return "Table[" + name + ", version " + version + "]";
    }
}
