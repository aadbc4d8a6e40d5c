package dev.cobnut.framework.outbox;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// The room in this member's part of the outbox map. Thread-safe.
///
/// Every member puts entries into the parts of all members, so only the owner of a part can know
/// how full it is. Each entry asks for its place where it arrives, on the thread of its partition
/// ([#take]).
///
/// Entries also leave, and move with their partitions. So the map's statistics count them at most
/// every [#COUNT_AGE_MAX], and the places taken since then are added. The places taken before a
/// count are given back when the new count is there. So an entry that is put while they are counted
/// may be counted twice, and the room is rather too small.
final class OutboxRoom {

    /// Name under which a member's room is found in the Hazelcast instance's user context.
    static final String CONTEXT_KEY = "cobnut.outbox.room";

    private static final Duration COUNT_AGE_MAX = Duration.ofMillis(250);

    private final int entriesMax;

    /// Bytes of one place. A larger entry takes several places, but never more than half of all, so
    /// that it finds them at some time.
    private final long placeBytes;

    private final IntSupplier owned;
    private final Runnable onRefused;
    private final LongSupplier nanoTime;
    private final AtomicInteger takenSinceCount = new AtomicInteger();
    private final ReentrantLock counting = new ReentrantLock();
    private volatile int counted;
    private volatile long countedAtNanos;

    /// @param owned counts the places that this member's entries take
    /// @param onRefused called when there was no place for an entry, on the thread of a partition:
    ///   returns at once
    OutboxRoom(OutboxLimits limits, IntSupplier owned, Runnable onRefused, LongSupplier nanoTime) {
        this.entriesMax = limits.entriesMax();
        this.placeBytes = Math.max(1, limits.bytesMax() / Math.max(1, entriesMax));
        this.owned = owned;
        this.onRefused = onRefused;
        this.nanoTime = nanoTime;
        this.countedAtNanos = nanoTime.getAsLong() - COUNT_AGE_MAX.toNanos();
    }

    /// Takes the places of one entry. Called on the thread of a partition, so it counts nothing.
    ///
    /// @param bytes of the entry's event
    /// @return false when there are none
    boolean take(int bytes) {
        int places = Math.clamp(1 + bytes / placeBytes, 1, Math.max(1, entriesMax / 2));
        int taken;
        do {
            taken = takenSinceCount.get();
            if (taken + places + counted > entriesMax) {
                onRefused.run();
                return false;
            }
        } while (!takenSinceCount.compareAndSet(taken, taken + places));
        return true;
    }

    /// Number of entries for which there is room. Counts them when the last count is too old; not
    /// to be called on the thread of a partition.
    int left() {
        if (isCountDue() && counting.tryLock()) {
            try {
                if (isCountDue()) {
                    count();
                }
            } finally {
                counting.unlock();
            }
        }
        return entriesMax - counted - takenSinceCount.get();
    }

    private boolean isCountDue() {
        return nanoTime.getAsLong() - countedAtNanos >= COUNT_AGE_MAX.toNanos();
    }

    private void count() {
        countedAtNanos = nanoTime.getAsLong();
        int taken = takenSinceCount.get();
        counted = owned.getAsInt();
        takenSinceCount.addAndGet(-taken);
    }

    /// Number of this member's entries when they were last counted.
    int counted() {
        int _ = left();
        return counted;
    }

    /// True when more than half of the room is free.
    boolean isHalfEmpty() {
        return left() > entriesMax / 2;
    }
}
