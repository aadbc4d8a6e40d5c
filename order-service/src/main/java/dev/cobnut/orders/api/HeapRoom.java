package dev.cobnut.orders.api;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the bytes that requests hold at the same time, up to a limit. What does not fit is
/// refused with 503, before it is read.
final class HeapRoom {

    /// Hint to a client that was refused, in seconds.
    private static final int RETRY_AFTER_SECONDS = 1;

    private final long bytesMax;
    private final Counter refused;
    private final AtomicLong held = new AtomicLong();

    /// @param bytesMax most bytes at once; a single larger piece fits when nothing else is held
    HeapRoom(long bytesMax, MeterRegistry registry) {
        this.bytesMax = bytesMax;
        this.refused = RequestAdmission.refused(registry);
    }

    /// A part of the largest heap that this process may have.
    static HeapRoom ofHeap(int divisor, MeterRegistry registry) {
        return new HeapRoom(Runtime.getRuntime().maxMemory() / divisor, registry);
    }

    /// @throws ProblemException 503 when the bytes do not fit; nothing is held then
    void take(long bytes) {
        long before = held.getAndAdd(bytes);
        if (before > 0 && before + bytes > bytesMax) {
            held.addAndGet(-bytes);
            refused.increment();
            throw OrderAnswers.unavailable(
                    "The service has no memory for this request at the moment.",
                    RETRY_AFTER_SECONDS);
        }
    }

    void give(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }
}
