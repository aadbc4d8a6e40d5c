package dev.cobnut.lab.measurement;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A histogram with cumulative counts, as Prometheus publishes it. The difference of two scrapes is
/// the histogram of the time between them.
///
/// @param counts number of values up to each bound; the last bound may be infinite
public record Buckets(NavigableMap<Double, Long> counts) {

    public Buckets {
        counts = new TreeMap<>(counts);
    }

    public Buckets since(Buckets before) {
        return combined(before, -1);
    }

    /// The values of both histograms. They must have the same bounds.
    public Buckets plus(Buckets other) {
        return combined(other, 1);
    }

    /// The bound below which this share of the values lies, by linear interpolation in its bucket,
    /// in the bounds' unit. A value above the last finite bound counts as that bound.
    ///
    /// @return null without values
    public @Nullable Double quantile(double share) {
        long all = counts.isEmpty() ? 0 : counts.lastEntry().getValue();
        if (all == 0) {
            return null;
        }
        double wanted = share * all;
        double lower = 0;
        long below = 0;
        for (Map.Entry<Double, Long> bucket : counts.entrySet()) {
            long upTo = bucket.getValue();
            if (upTo >= wanted) {
                double upper = bucket.getKey();
                return upper == Double.POSITIVE_INFINITY
                        ? lower
                        : lower + (upper - lower) * (wanted - below) / Math.max(1, upTo - below);
            }
            lower = bucket.getKey();
            below = upTo;
        }
        return lower;
    }

    private Buckets combined(Buckets other, int sign) {
        NavigableMap<Double, Long> sums = new TreeMap<>(counts);
        other.counts.forEach((bound, count) -> sums.merge(bound, sign * count, Long::sum));
        return new Buckets(sums);
    }
}
