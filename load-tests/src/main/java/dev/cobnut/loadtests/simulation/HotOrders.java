package dev.cobnut.loadtests.simulation;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A few orders that several users change at the same time. Any thread.
///
/// An order that was changed [#VERSION_MAX] times is replaced: an order takes 10 000 changes of its
/// lines and no more, and a long run would come to that.
final class HotOrders {

    static final long VERSION_MAX = 500;

    private static final int SLOTS = 4;

    private final AtomicReferenceArray<@Nullable String> locations =
            new AtomicReferenceArray<>(SLOTS);

    /// Half of all users want the first one, a quarter the second.
    static int slot(RandomGenerator random) {
        return Math.min(Integer.numberOfTrailingZeros(random.nextInt()), SLOTS - 1);
    }

    /// Path of the order; null when there is none yet.
    @Nullable String in(int slot) {
        return locations.get(slot);
    }

    void put(int slot, String location) {
        locations.set(slot, location);
    }
}
