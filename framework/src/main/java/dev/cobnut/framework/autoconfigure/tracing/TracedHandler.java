package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Start;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import java.util.Set;

/// Makes a span of each attempt to handle a sampled event. Commands that the handler sends for it
/// are below this span.
final class TracedHandler implements EventHandler {

    private final EventHandler next;
    private final Traces traces;

    TracedHandler(EventHandler next, Traces traces) {
        this.next = next;
        this.traces = traces;
    }

    @Override
    public String name() {
        return next.name();
    }

    @Override
    public Start start() {
        return next.start();
    }

    @Override
    public Set<String> categories() {
        return next.categories();
    }

    @Override
    public void handle(RecordedEvent event) throws Exception {
        TraceContext parent = traces.parent(event.metadata().traceparent());
        if (parent == null) {
            next.handle(event);
            return;
        }
        Span span = traces.begin("handle " + next.name(), parent);
        try {
            Traces.describe(span, event);
            traces.within(
                    span,
                    () -> {
                        next.handle(event);
                        return span;
                    });
        } finally {
            span.end();
        }
    }
}
