package dev.cobnut.runtime.actor;

import java.util.concurrent.atomic.AtomicLongArray;

/// Counts of times, in buckets that grow with the time: 8 per power of two, so that a value is
/// known to 1/8. Thread-safe.
final class WaitHistogram {

    private static final int SUB_BITS = 3;
    private static final int SUB = 1 << SUB_BITS;

    private final AtomicLongArray counts = new AtomicLongArray((Long.SIZE - SUB_BITS) * SUB);

    void record(long nanos) {
        counts.incrementAndGet(index(Math.max(0, nanos)));
    }

    long count() {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /// The largest value of the bucket in which `q` of the values are reached; 0 without values.
    long quantile(double q) {
        if (q < 0 || q > 1) {
            throw new IllegalArgumentException("a quantile is from 0 to 1, not " + q);
        }
        long rank = Math.max(1, (long) Math.ceil(q * count()));
        long seen = 0;
        for (int i = 0; i < counts.length(); i++) {
            seen += counts.get(i);
            if (seen >= rank) {
                return largest(i);
            }
        }
        return 0;
    }

    /// Below `SUB` a bucket per value; from there on the exponent, and the 3 bits after the
    /// highest.
    private static int index(long value) {
        if (value < SUB) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        return (shift + 1) * SUB + (int) (value >>> shift) - SUB;
    }

    private static long largest(int index) {
        if (index < SUB) {
            return index;
        }
        int shift = index / SUB - 1;
        return ((long) (index % SUB + SUB + 1) << shift) - 1;
    }
}
