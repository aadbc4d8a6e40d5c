package dev.cobnut.framework.outbox;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// The heap that the outbox's entries take on this member. It is measured a few times per second;
/// what was added since then is estimated. Thread-safe.
final class OutboxBytes {

    /// Greatest age of the measured value.
    private static final long AGE_NANOS_MAX = Duration.ofMillis(250).toNanos();

    /// What an entry takes besides the payload of its event: key, record, and indexes.
    private static final int ENTRY_OVERHEAD_BYTES = 800;

    private final LongSupplier measure;
    private final LongSupplier nanoTime;
    private final AtomicLong addedSince = new AtomicLong();
    private volatile long measured;
    private volatile long measuredAtNanos;

    /// @param measure bytes of all entries on this member
    OutboxBytes(LongSupplier measure, LongSupplier nanoTime) {
        this.measure = measure;
        this.nanoTime = nanoTime;
        this.measuredAtNanos = nanoTime.getAsLong() - AGE_NANOS_MAX;
    }

    long now() {
        long now = nanoTime.getAsLong();
        if (now - measuredAtNanos >= AGE_NANOS_MAX) {
            measuredAtNanos = now;
            addedSince.set(0);
            measured = measure.getAsLong();
        }
        return measured + addedSince.get();
    }

    void added(List<OutboxEntry> entries) {
        long bytes = 0;
        for (OutboxEntry entry : entries) {
            bytes += entry.event().payload().length() + ENTRY_OVERHEAD_BYTES;
        }
        addedSince.addAndGet(bytes);
    }
}
