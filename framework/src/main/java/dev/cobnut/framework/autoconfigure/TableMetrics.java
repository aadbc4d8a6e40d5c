package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.table.TableProgress;
import dev.cobnut.framework.table.TableStatus;
import dev.cobnut.framework.table.Tables;
import dev.cobnut.framework.table.owner.TableObserver;
import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/// Records what becomes of tables in Micrometer, by the table's name.
final class TableMetrics implements TableObserver {

    private static final String TABLE = "table";

    private record Counters(Counter applied, Counter failed, Counter parked) {}

    private final Metrics metrics;
    private final Map<String, Counters> counters = new ConcurrentHashMap<>();

    TableMetrics(Metrics metrics) {
        this.metrics = metrics;
    }

    /// Registers the meters of every table.
    void register(Tables tables) {
        for (String name : tables.names()) {
            Counters _ = of(name);
            gauge(Meter.TABLE_LAG, tables, name, TableStatus::behind);
            gauge(Meter.TABLE_READY, tables, name, status -> status.ready() ? 1 : 0);
            gauge(Meter.TABLE_STOPPED, tables, name, status -> status.stopped() == null ? 0 : 1);
            gauge(Meter.TABLE_BUILD_LAG, tables, name, TableMetrics::buildLag);
            gauge(Meter.TABLE_PARKED_STREAMS, tables, name, status -> status.parked().size());
        }
    }

    private static long buildLag(TableStatus status) {
        TableProgress building = status.building();
        return building == null ? 0 : Math.max(0, building.through() - building.position());
    }

    private void gauge(Meter meter, Tables tables, String name, ToLongFunction<TableStatus> value) {
        metrics.gauge(
                meter,
                new QueryGauge(() ->
                        tables.statuses().stream()
                                .filter(status -> status.name().equals(name))
                                .mapToLong(value)
                                .sum()),
                TABLE,
                name);
    }

    private Counters of(String table) {
        return counters.computeIfAbsent(
                table,
                _ ->
                        new Counters(
                                metrics.counter(Meter.TABLE_APPLIED, TABLE, table),
                                metrics.counter(Meter.TABLE_FAILED, TABLE, table),
                                metrics.counter(Meter.TABLE_PARKED, TABLE, table)));
    }

    @Override
    public void applied(String table, int count) {
        of(table).applied().increment(count);
    }

    @Override
    public void failed(String table) {
        of(table).failed().increment();
    }

    @Override
    public void parked(String table) {
        of(table).parked().increment();
    }
}
