package dev.cobnut.framework.outbox;

import java.util.List;
import java.util.function.LongSupplier;

/// The heap that the outbox's entries take on this member. It is measured a few times per second;
/// what was added since then is estimated. Thread-safe.
final class OutboxBytes {

    /// What an entry takes besides the payload of its event: key, record, and indexes.
    private static final int ENTRY_OVERHEAD_BYTES = 800;

    private final LaggingCount bytes;

    /// @param measure bytes of all entries on this member
    OutboxBytes(LongSupplier measure, LongSupplier nanoTime) {
        this.bytes = new LaggingCount(measure, nanoTime);
    }

    long now() {
        return bytes.now();
    }

    void added(List<OutboxEntry> entries) {
        long more = 0;
        for (OutboxEntry entry : entries) {
            more += entry.event().payload().length() + ENTRY_OVERHEAD_BYTES;
        }
        bytes.add(more);
    }
}
