package dev.cobnut.benchmarks.scenario;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Polls a condition for a bounded time.
final class Polling {

    private static final long PAUSE_MILLIS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Polling() {}

    /// @return true when the condition became true
    static boolean until(BooleanSupplier condition) throws InterruptedException {
        return until(condition, PATIENCE);
    }

    /// @return true when the condition became true in time
    static boolean until(BooleanSupplier condition, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return true;
    }
}
