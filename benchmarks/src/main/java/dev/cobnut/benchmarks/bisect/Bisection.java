package dev.cobnut.benchmarks.bisect;

import dev.cobnut.lab.statistics.Medians;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Finds the first commit that costs what the bad end costs, among those between the ends.
///
/// The ends must differ: all values of one beyond all of the other, and the medians by
/// [#DIFFERENCE_MIN]. A commit in the middle belongs to the end that its median is nearer to, on a
/// logarithmic scale. A commit that cannot be measured (it does not build, or has not got the
/// benchmark) is left out; when all candidates that are left cannot be measured, the answer is a
/// range.
final class Bisection {

    /// Least relative difference of the ends: less is in reach of noise at every step.
    static final double DIFFERENCE_MIN = 0.05;

    /// Measures one commit.
    interface Meter {

        /// @return a value for each process, lower is better; empty when the commit cannot be
        ///   measured
        Optional<double[]> measure(String commit) throws IOException, InterruptedException;
    }

    /// What came out.
    sealed interface Outcome {

        /// @param good median of the good end, likewise `bad`
        /// @param commits the first bad one alone, or several of which the older could not be
        ///   measured; the oldest first
        record Found(List<String> commits, double good, double bad) implements Outcome {}

        /// There is nothing to find.
        record NoDifference(double good, double bad) implements Outcome {}

        /// An end could not be measured.
        record Unmeasurable(String commit) implements Outcome {}
    }

    private final Meter meter;
    private final Consumer<String> progress;

    Bisection(Meter meter, Consumer<String> progress) {
        this.meter = meter;
        this.progress = progress;
    }

    /// @param after commits after `good`, the oldest first; the last one is the bad end
    Outcome find(String good, List<String> after) throws IOException, InterruptedException {
        Optional<double[]> ofGood = meter.measure(good);
        if (ofGood.isEmpty()) {
            return new Outcome.Unmeasurable(good);
        }
        Optional<double[]> ofBad = meter.measure(after.getLast());
        if (ofBad.isEmpty()) {
            return new Outcome.Unmeasurable(after.getLast());
        }
        double goodMedian = Medians.of(ofGood.get());
        double badMedian = Medians.of(ofBad.get());
        if (!differ(ofGood.get(), ofBad.get())) {
            return new Outcome.NoDifference(goodMedian, badMedian);
        }
        double border = Math.sqrt(goodMedian * badMedian);
        List<String> unknown = new ArrayList<>(after.subList(0, after.size() - 1));
        List<String> left = new ArrayList<>(after);
        while (true) {
            List<String> candidates =
                    left.stream().limit(left.size() - 1L).filter(unknown::contains).toList();
            if (candidates.isEmpty()) {
                return new Outcome.Found(List.copyOf(left), goodMedian, badMedian);
            }
            progress.accept(left.size() + " commits left");
            String middle = candidates.get(candidates.size() / 2);
            unknown.remove(middle);
            Optional<double[]> measured = meter.measure(middle);
            if (measured.isPresent()) {
                int at = left.indexOf(middle);
                left =
                        Medians.of(measured.get()) > border
                                ? left.subList(0, at + 1)
                                : left.subList(at + 1, left.size());
            }
        }
    }

    private static boolean differ(double[] good, double[] bad) {
        double largestGood = Arrays.stream(good).max().orElseThrow();
        double smallestBad = Arrays.stream(bad).min().orElseThrow();
        return smallestBad > largestGood
                && Medians.of(bad) >= Medians.of(good) * (1 + DIFFERENCE_MIN);
    }
}
