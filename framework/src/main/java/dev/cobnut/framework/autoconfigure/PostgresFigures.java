package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import java.util.function.ToLongFunction;

/// Metrics of a PostgreSQL journal. They are 0 for another journal, so that dashboards find them.
final class PostgresFigures {

    private PostgresFigures() {}

    static void bind(Metrics metrics, Journal journal) {
        metrics.counter(
                Meter.JOURNAL_RECONNECTS,
                journal,
                source -> figure(source, PostgresJournal::reconnects));
        metrics.counter(
                Meter.JOURNAL_RESOLVED,
                journal,
                source -> figure(source, PostgresJournal::resolved));
        metrics.gauge(
                Meter.JOURNAL_READERS_BUSY, () -> figure(journal, PostgresJournal::busyReaders));
    }

    private static long figure(Journal journal, ToLongFunction<PostgresJournal> figure) {
        return journal instanceof PostgresJournal postgres ? figure.applyAsLong(postgres) : 0;
    }
}
