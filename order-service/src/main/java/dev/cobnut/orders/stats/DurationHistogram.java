package dev.cobnut.orders.stats;

import java.util.Arrays;

/// Counts durations in buckets, of which 16 are between a power of two and the next. So a quantile
/// is at most 3.2 % away from the exact one. Histograms add up. Not thread-safe.
///
/// ```text
/// millis 0 … 15       one bucket each
/// millis from 16 on   bucket = 16 × (position of the highest bit - 3) + the four bits below it
/// ```
///
/// Only buckets that have a count take memory: at most 960 × 12 bytes.
final class DurationHistogram {

    private static final int SUB_BITS = 4;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    /// Sorted.
    private int[] buckets = new int[0];

    private long[] counts = new long[0];
    private long count;

    void add(long millis) {
        add(bucket(millis), 1);
    }

    void add(DurationHistogram other) {
        for (int i = 0; i < other.buckets.length; i++) {
            add(other.buckets[i], other.counts[i]);
        }
    }

    long count() {
        return count;
    }

    /// The duration that a part of all does not exceed, in milliseconds; 0 when there is none.
    ///
    /// @param part from 0 to 1
    long quantile(double part) {
        long rank = Math.max(1, (long) Math.ceil(part * count));
        long seen = 0;
        for (int i = 0; i < buckets.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return middle(buckets[i]);
            }
        }
        return 0;
    }

    private void add(int bucket, long times) {
        int found = Arrays.binarySearch(buckets, bucket);
        if (found < 0) {
            found = -found - 1;
            buckets = withRoom(buckets, found);
            buckets[found] = bucket;
            counts = withRoom(counts, found);
        }
        counts[found] += times;
        count += times;
    }

    private static int[] withRoom(int[] before, int at) {
        int[] after = Arrays.copyOf(before, before.length + 1);
        System.arraycopy(before, at, after, at + 1, before.length - at);
        return after;
    }

    private static long[] withRoom(long[] before, int at) {
        long[] after = Arrays.copyOf(before, before.length + 1);
        System.arraycopy(before, at, after, at + 1, before.length - at);
        after[at] = 0;
        return after;
    }

    private static int bucket(long millis) {
        if (millis < SUB_BUCKETS) {
            return (int) Math.max(0, millis);
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(millis) - SUB_BITS;
        return SUB_BUCKETS * (shift + 1) + (int) (millis >>> shift) - SUB_BUCKETS;
    }

    private static long middle(int bucket) {
        if (bucket < SUB_BUCKETS) {
            return bucket;
        }
        int shift = bucket / SUB_BUCKETS - 1;
        long low = (long) (bucket % SUB_BUCKETS + SUB_BUCKETS) << shift;
        return low + (1L << shift) / 2;
    }
}
