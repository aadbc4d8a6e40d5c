package dev.cobnut.lab.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/// Finds change points of a series by hierarchical divisive estimation with the energy statistic
/// (E-divisive; Matteson and James, JASA 109, 2014, with exponent 1).
///
/// Each step considers all cuts of all segments in two. It tries the cut with the largest energy
/// distance between its halves:
///
/// ```text
/// q = n·m/(n+m) · ( 2·mean|x−y| − mean|x−x'| − mean|y−y'| )     n values x before, m values y after
/// ```
///
/// The cut is accepted when hardly any shuffling of the values *within* the segments gives a larger
/// distance (permutation test). The search then continues with one more segment. The first cut that
/// is rejected ends the search. The method assumes no distribution.
///
/// A cut needs [#SEGMENT_MIN] values on each side. A change is therefore found only when that many
/// runs have it. A permutation test finds nothing among six values or fewer.
public final class EDivisive {

    /// Fewest values between two change points.
    public static final int SEGMENT_MIN = 3;

    private static final int PERMUTATIONS = 199;
    private static final long SEED = 20_261_121;

    private final double significance;

    public EDivisive(double significance) {
        this.significance = significance;
    }

    private record Cut(int at, double energy) {}

    /// @return ascending indices of the first values after each change
    public List<Integer> changePoints(double[] series) {
        SplittableRandom random = new SplittableRandom(SEED);
        NavigableSet<Integer> found = new TreeSet<>();
        while (true) {
            Cut best = bestCut(series, found);
            if (best.energy <= 0 || !isBeyondChance(series, found, best.energy, random)) {
                return new ArrayList<>(found);
            }
            found.add(best.at);
        }
    }

    private boolean isBeyondChance(
            double[] series, NavigableSet<Integer> found, double energy, SplittableRandom random) {
        int asLarge = 0;
        double[] shuffled = series.clone();
        for (int p = 0; p < PERMUTATIONS; p++) {
            int start = 0;
            for (int end : ends(series.length, found)) {
                shuffle(shuffled, start, end, random);
                start = end;
            }
            if (bestCut(shuffled, found).energy >= energy) {
                asLarge++;
            }
        }
        return (asLarge + 1.0) / (PERMUTATIONS + 1) <= significance;
    }

    private static Cut bestCut(double[] series, NavigableSet<Integer> found) {
        Cut best = new Cut(-1, 0);
        int start = 0;
        for (int end : ends(series.length, found)) {
            Cut cut = bestCut(series, start, end);
            if (cut.energy > best.energy) {
                best = cut;
            }
            start = end;
        }
        return best;
    }

    private static List<Integer> ends(int length, NavigableSet<Integer> found) {
        List<Integer> ends = new ArrayList<>(found);
        ends.add(length);
        return ends;
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

    private static void shuffle(double[] values, int start, int end, SplittableRandom random) {
        for (int i = end - 1; i > start; i--) {
            int j = start + random.nextInt(i - start + 1);
            double value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }
}
