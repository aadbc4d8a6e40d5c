package dev.cobnut.loadtests.simulation;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A few orders that several users change at the same time. Thread-safe.
///
/// An order at version [#VERSION_MAX] is replaced, because an order accepts at most 10 000 changes
/// of its lines and a long run would exceed that.
final class HotOrders {

    static final long VERSION_MAX = 500;

    private static final int SLOTS = 4;

    private final AtomicReferenceArray<@Nullable String> locations =
            new AtomicReferenceArray<>(SLOTS);

    /// Half of all users choose the first order, a quarter the second.
    static int slot(RandomGenerator random) {
        return Math.min(Integer.numberOfTrailingZeros(random.nextInt()), SLOTS - 1);
    }

    /// Path of the order; null when there is no order yet.
    @Nullable String in(int slot) {
        return locations.get(slot);
    }

    void put(int slot, String location) {
        locations.set(slot, location);
    }
}
