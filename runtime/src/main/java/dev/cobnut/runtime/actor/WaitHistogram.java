package dev.cobnut.runtime.actor;

import java.util.concurrent.atomic.AtomicLongArray;

/// A histogram of times. There are 8 buckets per power of two, so a value is known with an error of
/// at most 1/8. Thread-safe.
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

    /// The upper end of the bucket that holds the `q` quantile; 0 without values.
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

    /// Below `SUB` there is a bucket per value. From there on the exponent and the 3 bits after the
    /// highest bit select the bucket.
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
