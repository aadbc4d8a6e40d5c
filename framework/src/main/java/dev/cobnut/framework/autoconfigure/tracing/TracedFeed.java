package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.feed.FeedEvent;
import dev.cobnut.framework.feed.FeedObserver;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.concurrent.TimeUnit;

/// Makes one span of each sampled event that clients of the live feed follow: from its commit until
/// it was written to the first of them. A span for each client would be thousands of an event.
final class TracedFeed implements FeedObserver {

    private final Traces traces;
    private final FeedObserver next;

    TracedFeed(Traces traces, FeedObserver next) {
        this.traces = traces;
        this.next = next;
    }

    @Override
    public void sent(FeedEvent event) {
        TraceContext parent =
                event.isLive() ? traces.parent(event.event().metadata().traceparent()) : null;
        if (parent == null || !event.claimFirst()) {
            next.sent(event);
        } else {
            trace(event, parent);
        }
    }

    /// The next observer sees the event below its span, so that the lag has an example.
    private void trace(FeedEvent event, TraceContext parent) {
        RecordedEvent recorded = event.event();
        long end = WaitSpans.epochNanos(System.nanoTime());
        long committed = TimeUnit.MICROSECONDS.toNanos(recorded.recordedAtMicros());
        Span span = traces.begin("feed " + recorded.type(), parent, Math.min(committed, end));
        try (Tracer.SpanInScope _ = traces.current(span)) {
            Traces.describe(span, recorded);
            next.sent(event);
        } finally {
            span.end(end, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void cutOff() {
        next.cutOff();
    }
}
