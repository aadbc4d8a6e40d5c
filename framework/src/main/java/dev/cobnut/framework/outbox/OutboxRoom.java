package dev.cobnut.framework.outbox;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// The room in this member's part of the outbox map. Thread-safe.
///
/// Every member puts entries into the parts of all members, so only the owner of a part can know
/// how full it is. Each entry asks for its place where it arrives, on the thread of its partition
/// ([#take]).
///
/// Entries also leave, and move with their partitions. So the map's statistics count them a few
/// times per second, and the places taken since then are added ([LaggingCount]). The room is rather
/// too small.
final class OutboxRoom {

    /// Name under which a member's room is found in the Hazelcast instance's user context.
    static final String CONTEXT_KEY = "cobnut.outbox.room";

    private final int entriesMax;

    /// Bytes of one place. A larger entry takes several places, but never more than half of all, so
    /// that it finds them at some time.
    private final long placeBytes;

    private final LaggingCount taken;
    private final Runnable onRefused;

    /// @param owned counts the places that this member's entries take
    /// @param onRefused called when there was no place for an entry, on the thread of a partition:
    ///   returns at once
    OutboxRoom(OutboxLimits limits, IntSupplier owned, Runnable onRefused, LongSupplier nanoTime) {
        this.entriesMax = limits.entriesMax();
        this.placeBytes = Math.max(1, limits.bytesMax() / Math.max(1, entriesMax));
        this.taken = new LaggingCount(owned::getAsInt, nanoTime);
        this.onRefused = onRefused;
    }

    /// Takes the places of one entry. Called on the thread of a partition, so it counts nothing.
    ///
    /// @param bytes of the entry's event
    /// @return false when there are none
    boolean take(int bytes) {
        int places = Math.clamp(1 + bytes / placeBytes, 1, Math.max(1, entriesMax / 2));
        if (taken.addWithin(places, entriesMax)) {
            return true;
        }
        onRefused.run();
        return false;
    }

    /// Number of entries for which there is room. Counts them when the last count is too old; not
    /// to be called on the thread of a partition.
    int left() {
        return Math.clamp(entriesMax - taken.now(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /// True when more than half of the room is free.
    boolean isHalfEmpty() {
        return left() > entriesMax / 2;
    }
}
