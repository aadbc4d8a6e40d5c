package dev.cobnut.benchmarks.statistics;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/// Finds change points of a series: E-divisive proposes them, a t test decides (as Hunter does,
/// arXiv 2301.03034).
///
/// **Propose.** All cuts of a segment in two are considered, and the one with the largest energy
/// distance between its halves is taken (Matteson and James, JASA 109, 2014, with exponent 1):
///
/// ```text
/// q = n·m/(n+m) · ( 2·mean|x−y| − mean|x−x'| − mean|y−y'| )     n values x before, m values y after
/// ```
///
/// The halves are cut in turn, as long as Student's p of the cut is at most [#WEAK] times the
/// level.
///
/// **Decide.** Each proposed cut is tested between its neighbours. The least certain one is dropped
/// and its segments are joined, until every remaining p is at most the level divided by the number
/// of possible cuts (Bonferroni), because the cut was chosen among them. A step between two others
/// is thus not hidden by them.
///
/// A permutation test in place of the t test needs many values on both sides: three values after
/// eight can be shuffled in only 165 ways. The price of the t test is that heavy tails give more
/// false alarms. `docs/benchmarks.md` has the simulated rates.
///
/// A cut needs [#SEGMENT_MIN] values on each side.
public final class EDivisive {

    /// Fewest values between two change points.
    public static final int SEGMENT_MIN = 3;

    private static final double WEAK = 10;

    /// Least relative deviation of one value. Values that agree by chance are not certain.
    private static final double DEVIATION_MIN = 0.001;

    private final double significance;

    /// @param significance chance of a false alarm in a series of normal values without a change
    public EDivisive(double significance) {
        this.significance = significance;
    }

    private record Cut(int at, double energy) {}

    /// @return ascending indices of the first values after each change
    public List<Integer> changePoints(double[] series) {
        NavigableSet<Integer> cuts = new TreeSet<>();
        divide(series, 0, series.length, cuts);
        double level = significance / Math.max(1, series.length - 2 * SEGMENT_MIN + 1);
        while (!cuts.isEmpty()) {
            Map<Integer, Double> p = new HashMap<>();
            for (int at : cuts) {
                int start = Objects.requireNonNullElse(cuts.lower(at), 0);
                int end = Objects.requireNonNullElse(cuts.higher(at), series.length);
                p.put(at, p(series, start, at, end));
            }
            int least = Collections.max(cuts, Comparator.comparing(p::get));
            if (p.getOrDefault(least, 1.0) <= level) {
                break;
            }
            cuts.remove(least);
        }
        return List.copyOf(cuts);
    }

    private void divide(double[] series, int start, int end, NavigableSet<Integer> cuts) {
        Cut best = bestCut(series, start, end);
        if (best.energy > 0 && p(series, start, best.at, end) <= WEAK * significance) {
            cuts.add(best.at);
            divide(series, start, best.at, cuts);
            divide(series, best.at, end, cuts);
        }
    }

    /// Student's two-sided p of the difference between two neighbouring segments.
    private static double p(double[] series, int start, int at, int end) {
        double[] before = Arrays.copyOfRange(series, start, at);
        double[] after = Arrays.copyOfRange(series, at, end);
        double a = Mean.of(before).getAsDouble();
        double b = Mean.of(after).getAsDouble();
        double degrees = end - start - 2.0;
        double pooled =
                ((before.length - 1) * Variance.of(before).getAsDouble()
                                + (after.length - 1) * Variance.of(after).getAsDouble())
                        / degrees;
        double deviation =
                Math.max(Math.sqrt(pooled), DEVIATION_MIN * Math.max(Math.abs(a), Math.abs(b)));
        double t =
                Math.abs(b - a) / (deviation * Math.sqrt(1.0 / before.length + 1.0 / after.length));
        return Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(t));
    }

    /// Finds the best cut of one segment. Each cut is computed from the previous one by moving one
    /// value from the right to the left with its distances.
    private static Cut bestCut(double[] series, int start, int end) {
        double left = 0;
        double right = 0;
        double between = 0;
        for (int i = start; i < end; i++) {
            right += distances(series, i, i + 1, end);
        }
        Cut best = new Cut(-1, 0);
        for (int at = start + 1; at < end; at++) {
            double toLeft = distances(series, at - 1, start, at - 1);
            double toRight = distances(series, at - 1, at, end);
            left += toLeft;
            right -= toRight;
            between += toRight - toLeft;
            int n = at - start;
            int m = end - at;
            if (n >= SEGMENT_MIN && m >= SEGMENT_MIN) {
                double energy =
                        (double) n
                                * m
                                / (n + m)
                                * (2 * between / n / m - mean(left, n) - mean(right, m));
                if (energy > best.energy) {
                    best = new Cut(at, energy);
                }
            }
        }
        return best;
    }

    private static double distances(double[] series, int of, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.abs(series[of] - series[i]);
        }
        return sum;
    }

    /// The mean over the pairs of `count` values.
    private static double mean(double sum, int count) {
        return sum / (count * (count - 1) / 2.0);
    }
}
