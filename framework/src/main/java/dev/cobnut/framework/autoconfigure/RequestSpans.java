package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.profiling.Spans;
import dev.cobnut.framework.waits.RecordedWaits;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerMapping;

/// Counts the answered requests and records one span for each, tagged with its method and its
/// handler's pattern, for example `GET /orders/{id}`.
///
/// While a recording runs, it also records what each request waited for ([RecordedWaits]).
///
/// Requests below the actuator's path are neither counted nor recorded.
final class RequestSpans extends OncePerRequestFilter implements Ordered {

    /// The methods that become part of a tag. A client may send any other text as the method, and
    /// each would be a new tag.
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final RequestCount count;
    private final String actuator;

    /// @param actuator base path of the actuator
    RequestSpans(RequestCount count, String actuator) {
        this.count = count;
        this.actuator = actuator;
    }

    /// Before all other filters, so that a span contains their time.
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith(request.getContextPath() + actuator + "/");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        long start = System.nanoTime();
        RecordedWaits waits = Spans.areRecorded() ? RecordedWaits.begin(Spans::ended, start) : null;
        try {
            chain.doFilter(request, response);
        } finally {
            String tag = tag(request);
            long nanos = System.nanoTime() - start;
            if (waits != null) {
                waits.ended(tag, nanos);
            }
            Spans.ended(tag, nanos);
            count.increment();
        }
    }

    private static String tag(HttpServletRequest request) {
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return method + " " + (pattern == null ? "(no handler)" : pattern);
    }
}
