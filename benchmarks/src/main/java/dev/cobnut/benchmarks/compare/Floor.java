package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunComparability;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.statistics.Medians;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The difference between runs of the same commit (A against A) on the machine of the examined run.
///
/// The floor of a benchmark is the largest relative difference between two such runs, separately
/// for its score and its allocation. One pair may agree by chance, so the floor is at least the
/// median of all benchmarks' largest differences.
///
/// @param pairs number of pairs of runs; with 0 pairs nothing is known and the floors are 0
public record Floor(int pairs, Differences scores, Differences bytes) {

    /// @param largest largest relative difference, by the key of a benchmark; 0.05 is 5 %
    public record Differences(double median, Map<String, Double> largest) {

        private static Differences of(Map<String, Double> largest) {
            return new Differences(
                    largest.isEmpty()
                            ? 0
                            : Medians.upper(
                                    largest.values().stream()
                                            .mapToDouble(Double::doubleValue)
                                            .toArray()),
                    Map.copyOf(largest));
        }

        public double of(String key) {
            return Math.max(median, largest.getOrDefault(key, 0.0));
        }
    }

    /// @param history the recorded runs; pairs of the same commit count
    /// @param place the run whose machine, JDK and flags count
    public static Floor of(List<RunRecord> history, RunRecord place) {
        return of(history, place, place);
    }

    /// The floor for a comparison of two runs. These two do not count as a pair, because their
    /// difference is the question.
    ///
    /// @param base the run whose machine, JDK and flags count
    public static Floor of(List<RunRecord> history, RunRecord base, RunRecord now) {
        Set<String> compared = Set.copyOf(List.of(base.id(), now.id()));
        Map<String, Double> scores = new HashMap<>();
        Map<String, Double> bytes = new HashMap<>();
        int pairs = 0;
        for (int i = 0; i < history.size(); i++) {
            for (int j = i + 1; j < history.size(); j++) {
                RunRecord one = history.get(i);
                RunRecord other = history.get(j);
                if (!compared.equals(Set.copyOf(List.of(one.id(), other.id())))
                        && isPair(one, other, base)
                        && add(scores, bytes, one, other)) {
                    pairs++;
                }
            }
        }
        return new Floor(pairs, Differences.of(scores), Differences.of(bytes));
    }

    private static boolean isPair(RunRecord a, RunRecord b, RunRecord place) {
        return a.hasACommit()
                && a.commit().equals(b.commit())
                && RunComparability.refusals(a, b).isEmpty()
                && RunComparability.refusals(a, place).isEmpty();
    }

    /// @return true when the runs measured at least one benchmark in the same way
    private static boolean add(
            Map<String, Double> scores, Map<String, Double> bytes, RunRecord a, RunRecord b) {
        Map<String, BenchmarkResult> others = b.byKey();
        boolean added = false;
        for (BenchmarkResult one : a.results()) {
            BenchmarkResult other = others.get(one.key());
            if (other != null && RunComparability.sameQuestion(one, other)) {
                added |= add(scores, one.key(), one.mean(), other.mean());
                add(bytes, one.key(), one.meanBytes().orElse(0), other.meanBytes().orElse(0));
            }
        }
        return added;
    }

    private static boolean add(Map<String, Double> largest, String key, double a, double b) {
        if (a <= 0 || b <= 0) {
            return false;
        }
        largest.merge(key, Math.expm1(Math.abs(Math.log(b / a))), Math::max);
        return true;
    }
}
