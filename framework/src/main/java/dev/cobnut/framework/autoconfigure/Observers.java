package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.eventstore.StreamsObserver;
import dev.cobnut.framework.journal.JournalStats.CommitObserver;
import dev.cobnut.framework.outbox.OutboxObserver;
import org.jspecify.annotations.Nullable;

/// The observers of the parts of a node: the metrics, and, when profiling is enabled, spans before
/// the metrics. When tracing is enabled, the delivery has those of traces, too.
///
/// @param streams null when profiling is not enabled
record Observers(
        OutboxObserver outbox,
        DeliveryObserver delivery,
        CommitObserver commits,
        @Nullable StreamsObserver streams) {

    static Observers of(Metrics metrics, @Nullable SpanObserver spans, @Nullable Tracing tracing) {
        DeliveryObserver delivery = tracing == null ? metrics : tracing.before(metrics);
        return spans == null
                ? new Observers(metrics, delivery, metrics, null)
                : new Observers(
                        spans.and((OutboxObserver) metrics),
                        spans.and(delivery),
                        spans.and((CommitObserver) metrics),
                        spans);
    }
}
