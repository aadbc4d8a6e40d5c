package dev.cobnut.web.request;

import dev.cobnut.web.problem.ProblemException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the bytes that requests hold at the same time, up to a limit. What does not fit is
/// refused with 503, before it is read.
public final class HeapRoom {

    /// Hint to a client that was refused, in seconds.
    private static final int RETRY_AFTER_SECONDS = 1;

    private final long bytesMax;
    private final Counter refused;
    private final AtomicLong held = new AtomicLong();

    /// @param bytesMax most bytes at once; a single larger piece fits when nothing else is held
    public HeapRoom(long bytesMax, MeterRegistry registry) {
        this.bytesMax = bytesMax;
        this.refused = RequestAdmission.refused(registry);
    }

    /// A part of the largest heap that this process may have.
    public static HeapRoom ofHeap(int divisor, MeterRegistry registry) {
        return new HeapRoom(Runtime.getRuntime().maxMemory() / divisor, registry);
    }

    /// @throws ProblemException 503 when the bytes do not fit; nothing is held then
    public void take(long bytes) {
        long before = held.getAndAdd(bytes);
        if (before > 0 && before + bytes > bytesMax) {
            held.addAndGet(-bytes);
            refused.increment();
            throw ProblemException.unavailable(
                    "The service has no memory for this request at the moment.",
                    RETRY_AFTER_SECONDS);
        }
    }

    /// Takes what a part of an answer needs beyond the largest part before it.
    ///
    /// @param held what is taken so far
    /// @return what is taken now
    /// @throws ProblemException 503 when it does not fit; `held` is still held then
    public long grow(long held, long part) {
        if (part <= held) {
            return held;
        }
        take(part - held);
        return part;
    }

    /// Gives back what was taken.
    public void give(long bytes) {
        held.addAndGet(-bytes);
    }

    /// Bytes that are held now.
    public long held() {
        return held.get();
    }
}
