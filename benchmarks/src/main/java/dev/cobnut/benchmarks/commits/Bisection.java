package dev.cobnut.benchmarks.commits;

import dev.cobnut.benchmarks.statistics.GeometricMean;
import dev.cobnut.benchmarks.statistics.Medians;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/// Finds the first commit between the good and the bad end that costs as much as the bad end.
///
/// **The ends** must differ: the interval of bad ÷ good over the rounds is above 1, and the ratio
/// is at least 1 + [#DIFFERENCE_MIN].
///
/// **A commit in the middle** is measured in rounds with both ends. Each round gives its cost
/// divided by the geometric mean of the ends' costs; above 1 it belongs to the bad end. Rounds are
/// added until the side has a confidence of [#CONFIDENT], at most [#LOOKS_MAX] times. Each look at
/// the figures adds its chance of an error (Bonferroni).
///
/// **The confidence** of the answer is the product of the steps' confidences. A commit that cannot
/// be measured is left out, for example because it does not build or lacks the benchmark. When no
/// remaining candidate can be measured, the answer is a range.
final class Bisection {

    /// Least relative difference of the ends. A smaller difference could be noise at every step.
    static final double DIFFERENCE_MIN = 0.05;

    private static final double CONFIDENT = 0.99;
    private static final int LOOKS_MAX = 3;

    /// A commit that is ready to be measured.
    interface Probe extends AutoCloseable {

        /// @return the cost in this round, lower is better; empty when it cannot be measured
        OptionalDouble measure() throws IOException, InterruptedException;

        @Override
        void close() throws IOException;
    }

    /// Prepares commits.
    interface Workshop {

        Probe open(String commit) throws IOException, InterruptedException;
    }

    /// The outcome.
    sealed interface Outcome {

        /// @param good median of the good end; `bad` is that of the bad end
        /// @param ratio bad by good
        /// @param confidence chance that all decisions of the search are right
        /// @param commits the first bad commit alone, or several commits, the oldest first, of
        ///   which only the last could be measured
        record Found(
                List<String> commits,
                double good,
                double bad,
                GeometricMean ratio,
                double confidence)
                implements Outcome {}

        /// The ends do not clearly differ.
        record NoDifference(GeometricMean ratio) implements Outcome {}

        /// An end could not be measured.
        record Unmeasurable(String commit) implements Outcome {}
    }

    private final Workshop workshop;
    private final int rounds;
    private final Consumer<String> progress;

    /// @param rounds for the ends, and for each look at a commit in the middle
    Bisection(Workshop workshop, int rounds, Consumer<String> progress) {
        this.workshop = workshop;
        this.rounds = rounds;
        this.progress = progress;
    }

    /// @param after commits after `good`, the oldest first; the last one is the bad end
    Outcome find(String good, List<String> after) throws IOException, InterruptedException {
        String bad = after.getLast();
        try (Probe atGood = workshop.open(good);
                Probe atBad = workshop.open(bad)) {
            Turns ends = new Turns(List.of(atGood, atBad));
            if (!ends.add(rounds)) {
                return new Outcome.Unmeasurable(ends.failed == 0 ? good : bad);
            }
            GeometricMean ratio = ends.ratio(costs -> costs[1] / costs[0]);
            boolean differ =
                    ratio.interval() != null
                            && ratio.interval().low() > 1
                            && ratio.value() >= 1 + DIFFERENCE_MIN;
            return differ ? search(good, after, ends, ratio) : new Outcome.NoDifference(ratio);
        }
    }

    private Outcome search(String good, List<String> after, Turns ends, GeometricMean ratio)
            throws IOException, InterruptedException {
        List<String> unknown = new ArrayList<>(after.subList(0, after.size() - 1));
        List<String> left = after;
        double confidence = 1 - ratio.p() / 2;
        while (true) {
            List<String> candidates =
                    left.stream().limit(left.size() - 1L).filter(unknown::contains).toList();
            if (candidates.isEmpty()) {
                return new Outcome.Found(
                        List.copyOf(left), ends.median(0), ends.median(1), ratio, confidence);
            }
            progress.accept(left.size() + " commits left");
            String middle = candidates.get(candidates.size() / 2);
            unknown.remove(middle);
            try (Probe atMiddle = workshop.open(middle)) {
                Turns turns =
                        new Turns(List.of(ends.probes.getFirst(), atMiddle, ends.probes.getLast()));
                Side side = side(turns);
                if (turns.failed == 1) {
                    progress.accept("cannot be measured");
                } else if (turns.failed >= 0) {
                    return new Outcome.Unmeasurable(turns.failed == 0 ? good : after.getLast());
                } else {
                    int at = left.indexOf(middle);
                    left = side.bad ? left.subList(0, at + 1) : left.subList(at + 1, left.size());
                    confidence *= side.confidence;
                    progress.accept((side.bad ? "bad, " : "good, ") + words(side.confidence));
                }
            }
        }
    }

    static String words(double confidence) {
        return confidence >= 0.999
                ? "confidence above 99.9 %"
                : String.format(Locale.ROOT, "confidence %.1f %%", 100 * confidence);
    }

    private record Side(boolean bad, double confidence) {}

    private Side side(Turns turns) throws IOException, InterruptedException {
        Side side = new Side(true, 0);
        for (int look = 1; look <= LOOKS_MAX && side.confidence < CONFIDENT; look++) {
            if (!turns.add(rounds)) {
                break;
            }
            GeometricMean to = turns.ratio(costs -> costs[1] / Math.sqrt(costs[0] * costs[2]));
            // at least one half: a coin is not worse
            side = new Side(to.value() > 1, Math.max(0.5, 1 - look * to.p() / 2));
        }
        return side;
    }

    /// The costs of commits that are measured in turns.
    private static final class Turns {

        private final List<Probe> probes;
        private final List<double[]> costs = new ArrayList<>();

        /// Index of the probe that could not be measured; -1 when all could.
        private int failed = -1;

        Turns(List<Probe> probes) {
            this.probes = probes;
        }

        /// @return false when a probe could not be measured
        boolean add(int rounds) throws IOException, InterruptedException {
            for (int round = 0; round < rounds; round++) {
                double[] ofRound = new double[probes.size()];
                for (int turn = 0; turn < ofRound.length; turn++) {
                    int at = costs.size() % 2 == 0 ? turn : ofRound.length - 1 - turn;
                    OptionalDouble cost = probes.get(at).measure();
                    if (cost.isEmpty()) {
                        failed = at;
                        return false;
                    }
                    ofRound[at] = cost.getAsDouble();
                }
                costs.add(ofRound);
            }
            return true;
        }

        GeometricMean ratio(ToDoubleFunction<double[]> ofRound) {
            return GeometricMean.of(costs.stream().mapToDouble(ofRound).toArray());
        }

        double median(int probe) {
            return Medians.of(costs.stream().mapToDouble(round -> round[probe]).toArray());
        }
    }
}
