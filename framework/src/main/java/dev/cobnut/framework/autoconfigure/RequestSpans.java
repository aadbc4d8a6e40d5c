package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.profiling.Spans;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerMapping;

/// Counts the requests that were answered, and puts each into the profile with its handler's
/// pattern, for example `GET /orders/{id}`: as many spans as requests.
///
/// What asks about the service itself (below the actuator's path) is neither counted nor a span.
final class RequestSpans extends OncePerRequestFilter implements Ordered {

    /// Others come from whoever calls, and would be a tag each.
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final RequestCount count;
    private final String actuator;

    /// @param actuator path that requests to the service itself begin with
    RequestSpans(RequestCount count, String actuator) {
        this.count = count;
        this.actuator = actuator;
    }

    /// Around all other filters.
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
        try {
            chain.doFilter(request, response);
        } finally {
            Spans.ended(tag(request), System.nanoTime() - start);
            count.increment();
        }
    }

    private static String tag(HttpServletRequest request) {
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return method + " " + (pattern == null ? "(no handler)" : pattern);
    }
}
