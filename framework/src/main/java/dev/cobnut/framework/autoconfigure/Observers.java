package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.eventstore.StreamsObserver;
import dev.cobnut.framework.journal.JournalStats.CommitObserver;
import dev.cobnut.framework.outbox.OutboxObserver;
import org.jspecify.annotations.Nullable;

/// The observers of the parts of a node: the metrics, and, when profiling is enabled, spans before
/// the metrics.
///
/// @param streams null when profiling is not enabled
record Observers(
        OutboxObserver outbox,
        DeliveryObserver delivery,
        CommitObserver commits,
        @Nullable StreamsObserver streams) {

    static Observers of(Metrics metrics, @Nullable SpanObserver spans) {
        return spans == null
                ? new Observers(metrics, metrics, metrics, null)
                : new Observers(
                        spans.and((OutboxObserver) metrics),
                        spans.and((DeliveryObserver) metrics),
                        spans.and((CommitObserver) metrics),
                        spans);
    }
}
