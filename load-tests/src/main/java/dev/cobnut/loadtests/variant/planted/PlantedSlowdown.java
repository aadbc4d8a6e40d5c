package dev.cobnut.loadtests.variant.planted;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// Burns CPU before each request.
final class PlantedSlowdown implements Filter {

    private final long nanos;

    /// Receives the computed value, so that the compiler does not remove the computation.
    @SuppressWarnings("unused")
    private volatile long sink;

    PlantedSlowdown(long micros) {
        this.nanos = TimeUnit.MICROSECONDS.toNanos(micros);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        burn();
        chain.doFilter(request, response);
    }

    private void burn() {
        long end = System.nanoTime() + nanos;
        long mixed = end;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < 64; i++) {
                mixed = Long.rotateLeft(mixed * 0x9E3779B97F4A7C15L, 17) ^ i;
            }
        }
        sink = mixed;
    }
}
