package dev.cobnut.framework.command;

import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends waits for the journal that take too long. A thread in the background checks all of them,
/// once per [#TICK].
///
/// A timer per wait would be exact, but it cost 8 % of the CPU of an order: each timed park of a
/// virtual thread wakes the scheduler's delay thread twice. A wait may last one [#TICK] longer than
/// the deadline.
final class AppendDeadline implements AutoCloseable {

    /// Time between two checks.
    static final Duration TICK = Duration.ofMillis(500);

    private final long deadlineNanos;
    private final AppendResult.Unknown expired;
    private final Map<AppendRequest, Long> beganAtNanos = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    AppendDeadline(Duration deadline) {
        this.deadlineNanos = deadline.toNanos();
        this.expired = new AppendResult.Unknown("the journal has not answered within " + deadline);
        Thread.ofPlatform().name("append-deadline").daemon(true).start(this::run);
    }

    /// Waits for the result of a request that was handed to the journal; `Unknown` after the
    /// deadline.
    AppendResult await(AppendRequest request) {
        beganAtNanos.put(request, System.nanoTime());
        try {
            return request.result().join();
        } finally {
            beganAtNanos.remove(request);
        }
    }

    private void run() {
        try {
            while (!closed.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                expire();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private void expire() {
        long now = System.nanoTime();
        beganAtNanos.forEach((request, began) -> {
            if (now - began > deadlineNanos) {
                request.result().complete(expired);
            }
        });
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
