package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.statistic.Statistics;

/// Registers the meters of statistics, by the statistic's name.
final class StatisticMetrics {

    private static final String STATISTIC = "statistic";

    private StatisticMetrics() {}

    static void register(Metrics metrics, Statistics statistics, Journal journal) {
        for (String name : statistics.names()) {
            metrics.gauge(
                    Meter.STATISTIC_LAG,
                    new QueryGauge(() -> {
                        long position = statistics.status(name).position();
                        return Math.max(0, journal.lastPosition() - position);
                    }),
                    STATISTIC,
                    name);
            metrics.gauge(
                    Meter.STATISTIC_READY,
                    () -> statistics.status(name).asOf() == null ? 0 : 1,
                    STATISTIC,
                    name);
            metrics.counter(
                    Meter.STATISTIC_RESTARTS,
                    statistics,
                    source -> source.status(name).restarts(),
                    STATISTIC,
                    name);
        }
    }
}
