package dev.cobnut.web.request;

import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/// Brings the span of a request to its commands, and makes spans of what the request waits for. The
/// span itself is Spring's. A correlation id that this service makes becomes the id of the trace.
final class TracedRequests extends OncePerRequestFilter implements Ordered {

    private final Tracing tracing;

    TracedRequests(Tracing tracing) {
        this.tracing = tracing;
    }

    /// After Spring's filter for observations, which begins the span.
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 4;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String traceId = tracing.traceId();
        if (traceId != null && Correlation.of(request) == null) {
            response.setHeader(Correlation.HEADER, traceId);
        }
        String traceparent = tracing.traceparent();
        if (traceparent == null) {
            chain.doFilter(request, response);
            return;
        }
        request.setAttribute(TraceParent.ATTRIBUTE, traceparent);
        try {
            tracing.<@Nullable Void, Exception>waiting(() -> {
                chain.doFilter(request, response);
                return null;
            });
        } catch (IOException | ServletException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
