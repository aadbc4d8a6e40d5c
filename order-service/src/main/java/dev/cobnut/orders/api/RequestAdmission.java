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

/// Limits the requests in the service. A request beyond the limit gets a 503 with `Retry-After`
/// before its body is read.
///
/// Clients that send at a fixed rate do not slow down when the service does. Without a limit, their
/// requests pile up while the service is cold or waits for its disk. Each request then makes the
/// others slower, until all of them miss the clients' deadlines. With a limit, admitted requests
/// are answered in time, and the others learn at once that nothing was done.
///
/// Requests below the actuator's path are always admitted, so that an overloaded service can still
/// be observed.
final class RequestAdmission extends OncePerRequestFilter implements Ordered {

    /// Seconds.
    private static final int RETRY_AFTER = 1;

    private final Semaphore room;
    private final int inFlightMax;
    private final Counter refused;
    private final String actuator;

    /// @param inFlightMax most requests at once, from 1
    /// @param actuator path of the endpoints that are always admitted
    RequestAdmission(int inFlightMax, String actuator, MeterRegistry registry) {
        this.room = new Semaphore(inFlightMax);
        this.inFlightMax = inFlightMax;
        this.actuator = actuator + "/";
        this.refused =
                Counter.builder("http.refused")
                        .description("Requests that were refused because the service was full")
                        .register(registry);
        Gauge.builder("http.in.flight", this, RequestAdmission::inFlight)
                .description("Requests in the service")
                .register(registry);
    }

    private int inFlight() {
        return inFlightMax - room.availablePermits();
    }

    /// After the filters that count and time requests.
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
                                    "The service is full: it answers %d requests at the moment."
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
