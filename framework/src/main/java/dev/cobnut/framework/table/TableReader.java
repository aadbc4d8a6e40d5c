package dev.cobnut.framework.table;

import com.hazelcast.aggregation.Aggregators;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import com.hazelcast.spi.exception.DistributedObjectDestroyedException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Answers the questions about a table. Thread-safe.
///
/// A switch to another build may fall into a question. So the answer counts only when the same
/// build is read before and after; otherwise the question is asked again. The rows of the build
/// before stay for a while after the switch, and so does a question that takes longer than that.
final class TableReader<R> {

    private final Table<R> table;
    private final TableStates states;
    private final RowFormat<R> format;

    TableReader(Table<R> table, TableStates states) {
        this.table = table;
        this.states = states;
        this.format = new RowFormat<>(table);
    }

    Optional<R> get(String key) {
        return ask(map -> {
            TableRow row = map.get(key);
            return row == null ? Optional.empty() : Optional.ofNullable(format.decode(row));
        });
    }

    /// @param upper not part of the range: no row has it as its key
    List<R> find(int index, String lower, String upper, int limit) {
        Collection<TableRow> rows =
                ask(map ->
                        map.values(
                                Predicates.pagingPredicate(
                                        range(index, lower, upper), new ByIndexKey(index), limit)));
        return rows.stream().map(row -> Objects.requireNonNull(format.decode(row))).toList();
    }

    long count(int index, String lower, String upper) {
        return ask(map -> map.aggregate(Aggregators.count(), range(index, lower, upper)));
    }

    private static Predicate<String, TableRow> range(int index, String lower, String upper) {
        return Predicates.between(TableRow.attribute(index), lower, upper);
    }

    private <T> T ask(Function<IMap<String, TableRow>, T> question) {
        TableState before = live();
        while (true) {
            IMap<String, TableRow> map = TableMaps.of(states.hazelcast(), table, before.build());
            @Nullable T answer = null;
            @Nullable DistributedObjectDestroyedException dropped = null;
            try {
                answer = question.apply(map);
            } catch (DistributedObjectDestroyedException e) {
                dropped = e;
            }
            TableState after = live();
            if (after.build() == before.build()) {
                if (dropped != null || answer == null) {
                    throw new IllegalStateException(
                            "the map " + map.getName() + " was dropped while it is read", dropped);
                }
                return answer;
            }
            before = after;
        }
    }

    private TableState live() {
        TableState live = states.live();
        if (live != null) {
            return live;
        }
        TableState building = states.building();
        throw new TableBuildingException(
                table.name(), building == null ? null : TableProgress.of(building));
    }

    boolean await(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        return states.await(states.lastPosition(), deadline);
    }

    boolean await(long position, Duration atMost) {
        return states.await(position, System.nanoTime() + atMost.toNanos());
    }
}
