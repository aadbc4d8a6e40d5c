package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunComparability;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.lab.statistics.Medians;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What A against A shows: runs of the same commit, one after the other, on the machine of the run
/// that is looked at.
///
/// The floor of a benchmark is the largest relative difference that two such runs have had in it,
/// of its score and of its allocation apart. One pair may agree by chance; so it is at least the
/// median of all benchmarks' largest differences.
///
/// @param pairs how many pairs of runs there were; 0: nothing is known, the floors are 0
public record Floor(int pairs, Differences scores, Differences bytes) {

    /// @param largest relative difference by the key of a benchmark: 0.05 for 5 %
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

    /// @param history runs of which some are of the same commit
    /// @param place the run whose machine, JDK and flags count
    public static Floor of(List<RunRecord> history, RunRecord place) {
        return of(history, place, place);
    }

    /// For a comparison of two runs: what these two differ by is the question, and says nothing of
    /// the noise.
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

    /// @return whether they have measured anything in the same way
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
