package dev.cobnut.loadtests.variant.planted;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Does existing work before each request, in turns. Requests share what is owed: work that took
/// longer than its time shortens that of the next requests. The time in which the thread did not
/// run pays for nothing.
final class PlantedWork implements Filter {

    /// Length of one work, so that each gets as much time as the others.
    private static final long SLICE_NANOS = 4_000;

    private final long nanos;
    private final Supplier<List<ExistingWork>> supplier;
    private volatile List<ExistingWork> works = List.of();
    private final AtomicLong owed = new AtomicLong();
    private final AtomicInteger turn = new AtomicInteger();

    /// Receives the results, so that the compiler does not remove the work.
    @SuppressWarnings("unused")
    private volatile int sink;

    PlantedWork(Duration perRequest, Supplier<List<ExistingWork>> works) {
        this.nanos = perRequest.toNanos();
        this.supplier = works;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http) {
            work(http);
        }
        chain.doFilter(request, response);
    }

    private List<ExistingWork> works() {
        if (works.isEmpty()) {
            works = supplier.get();
        }
        return works;
    }

    private void work(HttpServletRequest request) {
        List<ExistingWork> all = works();
        owed.addAndGet(nanos);
        int results = 0;
        while (owed.get() > 0) {
            ExistingWork work = all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
            long begin = System.nanoTime();
            long end = begin + Math.min(nanos, SLICE_NANOS);
            do {
                results += work.on(request);
            } while (System.nanoTime() - end < 0);
            owed.addAndGet(-Math.min(System.nanoTime() - begin, 2 * SLICE_NANOS));
        }
        sink = results;
    }
}
