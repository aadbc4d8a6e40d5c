package dev.cobnut.framework.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A figure that takes a query, for whoever scrapes: not a number when the answer takes longer than
/// 0.3 s or is a failure. A page of metrics that waited for a database that is away would miss its
/// time-out, and nothing at all would be known of the node, just then. Any thread; at most one
/// query at a time.
final class AskedFigure implements Supplier<Number> {

    private static final Duration WAIT_MAX = Duration.ofMillis(300);

    private final Supplier<Number> query;
    private @Nullable CompletableFuture<Number> asked;

    AskedFigure(Supplier<Number> query) {
        this.query = query;
    }

    @Override
    public Number get() {
        try {
            return ask().get(WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException _) {
            return Double.NaN;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Double.NaN;
        }
    }

    private synchronized CompletableFuture<Number> ask() {
        CompletableFuture<Number> open = asked;
        if (open == null || open.isDone()) {
            open =
                    CompletableFuture.supplyAsync(
                            query, task -> Thread.ofVirtual().name("asked-figure").start(task));
            asked = open;
        }
        return open;
    }
}
