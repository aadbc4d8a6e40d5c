package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/// Makes a span of each wait of a thread, below the thread's current span. The times were measured
/// by whoever waited, so a span begins and ends in the past.
final class WaitSpans implements RequestWaits.Listener {

    static final String COMMANDS = "cobnut.group.commands";

    private final Tracer tracer;

    WaitSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public void waited(Wait wait, long from, long to, int commands) {
        Span parent = tracer.currentSpan();
        if (parent == null) {
            return;
        }
        Span.Builder span =
                tracer.spanBuilder()
                        .setParent(parent.context())
                        .name(wait.words())
                        .startTimestamp(epochNanos(from), TimeUnit.NANOSECONDS);
        if (commands > 0) {
            span.tag(COMMANDS, commands);
        }
        span.start().end(epochNanos(to), TimeUnit.NANOSECONDS);
    }

    /// The time of day at a reading of `System.nanoTime()`, in nanoseconds since 1970.
    static long epochNanos(long nanoTime) {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond())
                + now.getNano()
                - (System.nanoTime() - nanoTime);
    }
}
