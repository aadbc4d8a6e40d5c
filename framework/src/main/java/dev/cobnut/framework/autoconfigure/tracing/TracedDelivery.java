package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.outbox.OutboxEntry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Makes two spans of the delivery of each sampled event: the whole time from its commit until the
/// views have it, and the last part of it, in which its page was written into the views.
final class TracedDelivery implements DeliveryObserver {

    private final Traces traces;
    private final DeliveryObserver next;

    TracedDelivery(Traces traces, DeliveryObserver next) {
        this.traces = traces;
        this.next = next;
    }

    @Override
    public void viewed(List<OutboxEntry> entries, long nanos) {
        List<OutboxEntry> untraced = null;
        for (int i = 0; i < entries.size(); i++) {
            OutboxEntry entry = entries.get(i);
            TraceContext parent = traces.parent(entry.event().metadata().traceparent());
            if (parent != null) {
                untraced = untraced == null ? new ArrayList<>(entries.subList(0, i)) : untraced;
                trace(entry, parent, nanos);
            } else if (untraced != null) {
                untraced.add(entry);
            }
        }
        next.viewed(untraced == null ? entries : untraced, nanos);
    }

    /// The next observer sees the event below its span, so that the lag has an example.
    private void trace(OutboxEntry entry, TraceContext parent, long nanos) {
        RecordedEvent event = entry.event();
        long end = WaitSpans.epochNanos(System.nanoTime());
        long committed = TimeUnit.MICROSECONDS.toNanos(event.recordedAtMicros());
        Span delivery = traces.begin("delivery " + event.type(), parent, Math.min(committed, end));
        try (Tracer.SpanInScope _ = traces.current(delivery)) {
            Traces.describe(delivery, event);
            traces.begin("projection", delivery.context(), Math.max(end - nanos, committed))
                    .end(end, TimeUnit.NANOSECONDS);
            next.viewed(List.of(entry), nanos);
        } finally {
            delivery.end(end, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void projected(int units, long nanos) {
        next.projected(units, nanos);
    }

    @Override
    public void recorded(int units, long nanos) {
        next.recorded(units, nanos);
    }
}
