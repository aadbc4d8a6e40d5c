package dev.cobnut.loadtests.variant.planted;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits before each request, without CPU time.
final class PlantedWaiting implements Filter {

    private final long nanos;

    PlantedWaiting(Duration perRequest) {
        this.nanos = perRequest.toNanos();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long end = System.nanoTime() + nanos;
        long left;
        while ((left = end - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
        }
        chain.doFilter(request, response);
    }
}
