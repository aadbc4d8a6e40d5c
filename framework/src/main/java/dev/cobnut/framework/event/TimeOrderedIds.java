package dev.cobnut.framework.event;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// Makes UUIDs of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, a 12-bit sequence
/// that keeps ids of one millisecond in order (section 6.2, method 1), and 62 random bits.
/// Thread-safe.
///
/// Ids that grow with time are added at the end of the journal's unique index. This takes a third
/// to a half of the CPU that random ids take.
public final class TimeOrderedIds {

    /// Most ids that are tried for a preferred one. When every ninth id is preferred, as in a
    /// cluster of nine members, 1 of 43 searches ends without one.
    static final int CANDIDATES_MAX = 32;

    private static final int SEQUENCE_BITS = 12;

    private final InstantSource clock;
    private final RandomGenerator random;

    /// Milliseconds and sequence in one word. It only grows, also when the clock goes back. After 4
    /// 096 ids of one millisecond it runs ahead of the clock.
    private final AtomicLong last = new AtomicLong();

    /// @param random thread-safe source of the random bits
    public TimeOrderedIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    public UUID next() {
        return new UUID(nextHigh(), nextLow());
    }

    /// Tries up to [#CANDIDATES_MAX] values of the random bits.
    ///
    /// @param isPreferred any thread; cheap
    /// @return an id that is preferred, unless none was found
    public UUID next(Predicate<UUID> isPreferred) {
        long high = nextHigh();
        UUID id = new UUID(high, nextLow());
        for (int tried = 1; tried < CANDIDATES_MAX && !isPreferred.test(id); tried++) {
            id = new UUID(high, nextLow());
        }
        return id;
    }

    private long nextHigh() {
        long now = clock.millis() << SEQUENCE_BITS;
        long tick = last.updateAndGet(previous -> Math.max(previous + 1, now));
        long millis = tick >>> SEQUENCE_BITS;
        long sequence = tick & ((1 << SEQUENCE_BITS) - 1);
        return (millis << 16) | (0x7L << 12) | sequence;
    }

    private long nextLow() {
        return (random.nextLong() >>> 2) | 0x8000_0000_0000_0000L;
    }
}
