package dev.cobnut.benchmarks.bisect;

import dev.cobnut.lab.statistics.Medians;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Finds the first commit between the good and the bad end that costs as much as the bad end.
///
/// The ends must differ: all values of one end are above all values of the other, and the medians
/// differ by [#DIFFERENCE_MIN]. A commit in the middle belongs to the end with the nearer median on
/// a logarithmic scale. A commit that cannot be measured is left out, for example because it does
/// not build or lacks the benchmark. When no remaining candidate can be measured, the answer is a
/// range.
final class Bisection {

    /// Least relative difference of the ends. A smaller difference could be noise at every step.
    static final double DIFFERENCE_MIN = 0.05;

    /// Measures one commit.
    interface Meter {

        /// @return one value per process, lower is better; empty when the commit cannot be measured
        Optional<double[]> measure(String commit) throws IOException, InterruptedException;
    }

    /// The outcome.
    sealed interface Outcome {

        /// @param good median of the good end; `bad` is that of the bad end
        /// @param commits the first bad commit alone, or several commits, the oldest first, of
        ///   which only the last could be measured
        record Found(List<String> commits, double good, double bad) implements Outcome {}

        /// The ends do not differ.
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
