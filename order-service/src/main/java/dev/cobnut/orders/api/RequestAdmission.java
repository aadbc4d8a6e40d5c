package dev.cobnut.orders.api;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/// Lets so many requests in at once; the next one is told to come again, before its body is read.
///
/// Clients that send at a rate do not slow down when the service does: without a limit the requests
/// of a moment in which it is cold, or waits for its disk, wait together, each makes the others
/// slower, and all of them end at the clients' deadlines. With one, those that are let in are
/// answered in time, and the others know at once that nothing was done.
///
/// Requests to the service itself (below the actuator's path) are always let in: whoever asks why
/// it is slow must get an answer.
final class RequestAdmission extends OncePerRequestFilter implements Ordered {

    /// Seconds.
    private static final int RETRY_AFTER = 1;

    private final Semaphore room;
    private final int inFlightMax;
    private final Counter refused;
    private final String actuator;

    /// @param inFlightMax most requests at once, from 1
    /// @param actuator path that requests to the service itself begin with
    RequestAdmission(int inFlightMax, String actuator, MeterRegistry registry) {
        this.room = new Semaphore(inFlightMax);
        this.inFlightMax = inFlightMax;
        this.actuator = actuator + "/";
        this.refused =
                Counter.builder("http.refused")
                        .description("Requests that found as many others in the service as may be")
                        .register(registry);
        Gauge.builder("http.in.flight", this, RequestAdmission::inFlight)
                .description("Requests in the service")
                .register(registry);
    }

    private int inFlight() {
        return inFlightMax - room.availablePermits();
    }

    /// Inside of what counts and times requests.
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 10;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith(actuator, request.getContextPath().length());
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!room.tryAcquire()) {
            refused.increment();
            ProblemWriter.write(
                    Problem.of(
                                    ProblemType.UNAVAILABLE,
                                    "As many requests as may be (%d) are being answered."
                                            .formatted(inFlightMax))
                            .withHeader("Retry-After", Integer.toString(RETRY_AFTER)),
                    request,
                    response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            room.release();
        }
    }
}
