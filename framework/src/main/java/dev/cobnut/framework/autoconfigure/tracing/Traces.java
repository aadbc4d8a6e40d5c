package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.feed.FeedObserver;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.waits.RequestWaits;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The spans of a node, in the traces whose contexts come with commands and events.
final class Traces implements Tracing {

    static final String STREAM = "cobnut.stream";
    static final String VERSION = "cobnut.version";
    static final String OUTCOME = "cobnut.outcome";

    private final Tracer tracer;
    private final WaitSpans waits;

    Traces(Tracer tracer) {
        this.tracer = tracer;
        this.waits = new WaitSpans(tracer);
    }

    @Override
    public <S, C> CommandGateway<S, C> traced(CommandGateway<S, C> gateway) {
        return new TracedGateway<>(gateway, this);
    }

    @Override
    public EventHandler traced(EventHandler handler) {
        return new TracedHandler(handler, this);
    }

    @Override
    public DeliveryObserver before(DeliveryObserver next) {
        return new TracedDelivery(this, next);
    }

    @Override
    public FeedObserver before(FeedObserver next) {
        return new TracedFeed(this, next);
    }

    @Override
    public @Nullable String traceId() {
        Span current = tracer.currentSpan();
        return current == null ? null : current.context().traceId();
    }

    @Override
    public @Nullable String traceparent() {
        Span current = tracer.currentSpan();
        return current != null && Boolean.TRUE.equals(current.context().sampled())
                ? TraceParents.of(current.context())
                : null;
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T waiting(
            RequestWaits.Waiting<T, X> work) throws X {
        boolean listens = RequestWaits.listen(waits);
        try {
            return work.call();
        } finally {
            if (listens) {
                RequestWaits.leave(waits);
            }
        }
    }

    static void describe(Span span, RecordedEvent event) {
        span.tag(STREAM, event.stream().value());
        span.tag(VERSION, event.version());
    }

    /// The span that work for a command or an event belongs to: the current one of the same trace,
    /// or the one that the context names.
    ///
    /// @return null when the trace is not sampled
    @Nullable TraceContext parent(@Nullable String traceparent) {
        TraceContext stored = TraceParents.sampled(traceparent, tracer);
        if (stored == null) {
            return null;
        }
        Span current = tracer.currentSpan();
        return current != null && current.context().traceId().equals(stored.traceId())
                ? current.context()
                : stored;
    }

    Span begin(String name, TraceContext parent) {
        return tracer.spanBuilder().setParent(parent).name(name).start();
    }

    /// @param epochNanos when it began
    Span begin(String name, TraceContext parent, long epochNanos) {
        return tracer.spanBuilder()
                .setParent(parent)
                .name(name)
                .startTimestamp(epochNanos, TimeUnit.NANOSECONDS)
                .start();
    }

    /// Makes a span the current one of this thread.
    Tracer.SpanInScope current(Span span) {
        return tracer.withSpan(span);
    }

    /// Does work below a span: what it waits for becomes spans, and its failure is noted. Does not
    /// end the span.
    <T extends @Nullable Object, X extends Exception> T within(
            Span span, RequestWaits.Waiting<T, X> work) throws X {
        try (Tracer.SpanInScope _ = tracer.withSpan(span)) {
            return waiting(work);
        } catch (Throwable e) {
            span.error(e);
            throw e;
        }
    }
}
