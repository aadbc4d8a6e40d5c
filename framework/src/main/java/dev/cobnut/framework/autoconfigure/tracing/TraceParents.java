package dev.cobnut.framework.autoconfigure.tracing;

import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import org.jspecify.annotations.Nullable;

/// Converts between a trace context and its text: `00-<trace id>-<span id>-<flags>`.
final class TraceParents {

    static final int LENGTH = 55;
    private static final int TRACE_ID = 3;
    private static final int TRACE_ID_END = 35;
    private static final int SPAN_ID = 36;
    private static final int SPAN_ID_END = 52;

    private TraceParents() {}

    static String of(TraceContext context) {
        return "00-"
                + context.traceId()
                + "-"
                + context.spanId()
                + (Boolean.TRUE.equals(context.sampled()) ? "-01" : "-00");
    }

    /// @return null when its trace is not sampled
    static @Nullable TraceContext sampled(@Nullable String traceparent, Tracer tracer) {
        if (traceparent == null || !Tracing.isSampled(traceparent)) {
            return null;
        }
        return tracer.traceContextBuilder()
                .traceId(traceparent.substring(TRACE_ID, TRACE_ID_END))
                .spanId(traceparent.substring(SPAN_ID, SPAN_ID_END))
                .sampled(true)
                .build();
    }
}
