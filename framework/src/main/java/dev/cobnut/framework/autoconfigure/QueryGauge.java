package dev.cobnut.framework.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The value of a gauge that needs a query. It is NaN when the query fails or takes longer than 0.3
/// s. Without this limit, a scrape would wait for an unavailable database and time out, and all
/// metrics of the node would be missing. Thread-safe; at most one query runs at a time.
final class QueryGauge implements Supplier<Number> {

    private static final Duration WAIT_MAX = Duration.ofMillis(300);

    private final Supplier<Number> query;
    private @Nullable CompletableFuture<Number> running;

    QueryGauge(Supplier<Number> query) {
        this.query = query;
    }

    @Override
    public Number get() {
        try {
            return start().get(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException _) {
            return Double.NaN;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    private synchronized CompletableFuture<Number> start() {
        CompletableFuture<Number> current = running;
        if (current == null || current.isDone()) {
            current =
                    CompletableFuture.supplyAsync(
                            query, task -> Thread.ofVirtual().name("query-gauge").start(task));
            running = current;
        }
        return current;
    }
}
