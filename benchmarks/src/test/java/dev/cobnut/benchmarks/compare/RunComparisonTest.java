package dev.cobnut.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.compare.RunComparison.Line;
import dev.cobnut.benchmarks.compare.RunComparison.Rules;
import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.history.Runs;
import dev.cobnut.benchmarks.history.Settings;
import dev.cobnut.lab.compare.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunComparisonTest {

    private static RunComparison compare(RunRecord a, RunRecord b) {
        return RunComparison.of(a, b, Floor.of(List.of(), a), Rules.DEFAULT);
    }

    private static Line only(BenchmarkResult a, BenchmarkResult b) {
        return compare(Runs.run(0, "aaaa", List.of(a)), Runs.run(1, "bbbb", List.of(b)))
                .lines()
                .getFirst();
    }

    @Test
    void aClearChangeIsCalledByItsDirection() {
        BenchmarkResult fast = Runs.measured("Ask", 100, 101, 99);
        BenchmarkResult slow = Runs.measured("Ask", 120, 121, 119);

        Line slower = only(fast, slow);
        assertThat(slower.verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(slower.ratio()).isEqualTo(1.2);
        assertThat(Objects.requireNonNull(slower.interval()).low())
                .isGreaterThan(1.15)
                .isLessThan(1.2);
        assertThat(slower.p()).isLessThan(0.001);
        assertThat(only(slow, fast).verdict()).isEqualTo(Verdict.IMPROVED);
    }

    @Test
    void aSmallChangeIsNoiseAndAnUnclearOneInconclusive() {
        assertThat(
                        only(
                                        Runs.measured("Ask", 100, 101, 99),
                                        Runs.measured("Ask", 102, 103, 101))
                                .verdict())
                .as("2 %, below what matters")
                .isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(
                        only(Runs.measured("Ask", 100, 150, 70), Runs.measured("Ask", 110, 170, 80))
                                .verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(only(Runs.measured("Ask", 100), Runs.measured("Ask", 200)).verdict())
                .as("one process each proves nothing")
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void allocationHasAVerdictOfItsOwn() {
        Line line =
                only(
                        Runs.measured("Ask", Map.of(), 72, 100, 101, 99),
                        Runs.measured("Ask", Map.of(), 96, 100, 101, 99));

        assertThat(line.verdict()).isEqualTo(Verdict.WITHIN_NOISE);
        assertThat(line.bytesVerdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(
                        only(
                                        Runs.measured("Ask", Map.of(), 0, 100, 101, 99),
                                        Runs.measured("Ask", Map.of(), 16, 100, 101, 99))
                                .bytesVerdict())
                .as("from nothing to something")
                .isEqualTo(Verdict.REGRESSED);
    }

    @Test
    void machineJdkFlagsAndIterationsMustBeTheSame() {
        List<BenchmarkResult> results = List.of(Runs.measured("Ask", 100, 101, 99));
        RunRecord run = Runs.run(0, "aaaa", results);
        RunEnvironment other = RunEnvironment.of(64, "another", 8, "Linux 6", "JDK 25");
        RunComparison elsewhere = compare(run, Runs.run(1, "bbbb", other, Runs.FLAGS, results));
        assertThat(elsewhere.refusals()).hasSize(1);
        assertThat(elsewhere.lines().getFirst().verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(
                        compare(run, Runs.run(1, "bbbb", Runs.PLACE, List.of("-Xmx1g"), results))
                                .lines()
                                .getFirst()
                                .verdict())
                .isEqualTo(Verdict.NOT_COMPARABLE);
        BenchmarkResult shorter =
                new BenchmarkResult(
                        "Ask",
                        results.getFirst().params(),
                        results.getFirst().mode(),
                        "ns/op",
                        new Settings(1, "10 ms", 1, "10 ms", 1),
                        results.getFirst().forks());
        RunComparison iterations = compare(run, Runs.run(1, "bbbb", List.of(shorter)));
        assertThat(iterations.refusals()).isEmpty();
        assertThat(iterations.lines().getFirst().verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(iterations.geometricMean()).isNull();
    }

    @Test
    void aMissingSideIsBlankAndTheMeanIsOfWhatBothHave() {
        RunComparison comparison =
                compare(
                        Runs.run(
                                0,
                                "aaaa",
                                List.of(
                                        Runs.measured("Gone", 1, 1, 1),
                                        Runs.measured("Both", 100, 101, 99))),
                        Runs.run(
                                1,
                                "bbbb",
                                List.of(
                                        Runs.measured("Both", 50, 51, 49),
                                        Runs.measured("Fresh", 1, 1, 1))));

        assertThat(comparison.lines())
                .extracting(Line::name)
                .containsExactly("Gone", "Both", "Fresh");
        assertThat(comparison.lines().getFirst().now()).isNull();
        assertThat(comparison.lines().getLast().base()).isNull();
        assertThat(comparison.geometricMean()).isEqualTo(0.5);
        String table = ComparisonTable.markdown(comparison);
        assertThat(table)
                .contains("| `Gone` | 1 ns |  |  |")
                .contains("| `Both` | 100 ns | 50 ns | 0.50 [0.4")
                .contains("improved")
                .contains("| geometric mean of the costs |  |  | 0.50 |")
                .contains("no other pair of runs of one commit");
    }

    @Test
    void theFloorIsWhatRunsOfOneCommitDifferBy() {
        RunRecord first = Runs.run(0, "aaaa", List.of(Runs.measured("Ask", 100, 101, 99)));
        RunRecord again = Runs.run(1, "aaaa", List.of(Runs.measured("Ask", 120, 121, 119)));
        RunRecord changed = Runs.run(2, "aaaa+", List.of(Runs.measured("Ask", 500, 500, 500)));
        RunRecord next = Runs.run(3, "bbbb", List.of(Runs.measured("Ask", 115, 116, 114)));
        Floor floor = Floor.of(List.of(first, again, changed, next), first);

        assertThat(floor.pairs()).isEqualTo(1);
        assertThat(floor.scores().of("Ask")).isCloseTo(0.2, Offset.offset(1e-9));
        assertThat(RunComparison.of(first, next, floor, Rules.DEFAULT).lines().getFirst().verdict())
                .as("15 % when A/A has shown 20 %")
                .isNotEqualTo(Verdict.REGRESSED);
    }

    @Test
    void twoRunsThatAreComparedAreNoFloorForEachOther() {
        RunRecord first = Runs.run(0, "aaaa", List.of(Runs.measured("Ask", 100, 101, 99)));
        RunRecord again = Runs.run(1, "aaaa", List.of(Runs.measured("Ask", 120, 121, 119)));
        RunRecord third = Runs.run(2, "aaaa", List.of(Runs.measured("Ask", 110, 111, 109)));

        assertThat(Floor.of(List.of(first, again), first, again).pairs()).isZero();
        assertThat(Floor.of(List.of(first, again, third), first, again).pairs()).isEqualTo(2);
        assertThat(Floor.of(List.of(first, again), first).pairs()).isEqualTo(1);
    }

    @Test
    void theFloorOfAllocationIsItsOwn() {
        RunRecord first = allocating(0, "aaaa", 1_000);
        RunRecord again = allocating(1, "aaaa", 1_100);
        RunRecord next = allocating(2, "bbbb", 910);
        Floor floor = Floor.of(List.of(first, again, next), first);

        assertThat(bytesVerdict(first, next, Floor.of(List.of(), first)))
                .isEqualTo(Verdict.IMPROVED);
        assertThat(floor.bytes().of("Ask")).isCloseTo(0.1, Offset.offset(1e-9));
        assertThat(floor.scores().of("Ask")).as("its score has not moved").isZero();
        assertThat(bytesVerdict(first, next, floor))
                .as("9 % less when A/A has shown 10 %")
                .isNotEqualTo(Verdict.IMPROVED);
    }

    private static RunRecord allocating(int hours, String commit, double bytes) {
        return Runs.run(
                hours, commit, List.of(Runs.measured("Ask", Map.of(), bytes, 100, 101, 99)));
    }

    private static @Nullable Verdict bytesVerdict(RunRecord base, RunRecord now, Floor floor) {
        return RunComparison.of(base, now, floor, Rules.DEFAULT).lines().getFirst().bytesVerdict();
    }

    /// A run of 60 benchmarks with three forks each, compared with another run of the same thing.
    /// Every benchmark wanders by 1 % between runs, which no test within a run can see; a recorded
    /// A/A pair is what the floor comes from.
    @Test
    void anAaComparisonCallsAnythingInAtMostOneOfTen() {
        long wrong =
                IntStream.range(0, 200)
                        .filter(seed -> {
                            Random random = new Random(seed);
                            List<RunRecord> runs =
                                    IntStream.range(0, 4)
                                            .mapToObj(i ->
                                                    Runs.run(
                                                            i,
                                                            i < 2 ? "aaaa" : "c" + i,
                                                            Runs.noisy(random, 60, 3, 0.02, 0.01)))
                                            .toList();
                            return findsAnything(runs);
                        })
                        .count();

        assertThat(wrong).isLessThanOrEqualTo(20);
    }

    /// As before, and benchmarks differ in how much they scatter, by a factor of 16.
    @Test
    void noisyBenchmarksAmongQuietOnesAreNotCalledMoreOften() {
        long wrong =
                IntStream.range(0, 200)
                        .filter(seed -> {
                            Random random = new Random(seed);
                            List<RunRecord> runs =
                                    IntStream.range(0, 4)
                                            .mapToObj(i ->
                                                    Runs.run(
                                                            i,
                                                            i < 2 ? "aaaa" : "c" + i,
                                                            unequallyNoisy(random)))
                                            .toList();
                            return findsAnything(runs);
                        })
                        .count();

        assertThat(wrong).isLessThanOrEqualTo(20);
    }

    /// The last run against the one before it, with the floor of the first two.
    private static boolean findsAnything(List<RunRecord> runs) {
        return RunComparison.of(
                        runs.get(2), runs.get(3), Floor.of(runs, runs.get(3)), Rules.DEFAULT)
                .lines()
                .stream()
                .anyMatch(line -> line.verdict().isFinding());
    }

    private static List<BenchmarkResult> unequallyNoisy(Random random) {
        List<BenchmarkResult> results = new ArrayList<>();
        for (double noise : new double[] {0.005, 0.01, 0.02, 0.04, 0.08}) {
            for (BenchmarkResult measured : Runs.noisy(random, 12, 3, noise, 0)) {
                results.add(
                        Runs.measured(
                                measured.benchmark() + " " + noise,
                                measured.scores().stream().mapToDouble(value -> value).toArray()));
            }
        }
        return results;
    }

    @Test
    void aRegressionOfAFifthIsFoundAmongSixtyBenchmarksInSeventeenOfTwenty() {
        long found =
                IntStream.range(0, 100)
                        .filter(seed -> {
                            Random random = new Random(seed);
                            RunRecord a = Runs.run(0, "a", Runs.noisy(random, 59, 3, 0.01, 0));
                            List<BenchmarkResult> slower =
                                    new ArrayList<>(Runs.noisy(random, 59, 3, 0.01, 0));
                            BenchmarkResult last = slower.removeLast();
                            slower.add(
                                    Runs.measured(
                                            last.benchmark(),
                                            last.scores().stream()
                                                    .mapToDouble(value -> 1.2 * value)
                                                    .toArray()));
                            return compare(a, Runs.run(1, "b", slower)).lines().stream()
                                    .anyMatch(line ->
                                            line.name().equals(last.key())
                                                    && line.verdict() == Verdict.REGRESSED);
                        })
                        .count();

        assertThat(found).isGreaterThanOrEqualTo(85);
    }

    /// Sixty benchmarks in six rounds. Each round is slow or fast as a whole, by 20 %; what two
    /// processes of one round differ by is 3 %.
    private static RunRecord side(Random rounds, Random own, String commit, double factor) {
        List<BenchmarkResult> results = new ArrayList<>();
        for (int b = 0; b < 60; b++) {
            double level = b == 59 ? 100 * factor : 100;
            double[] forks =
                    rounds.doubles(6)
                            .map(slow ->
                                    level * (1 + 0.2 * slow) * Math.exp(0.03 * own.nextGaussian()))
                            .toArray();
            results.add(Runs.measured("B" + b, forks));
        }
        return Runs.run(0, commit, results);
    }

    private static RunComparison inRounds(long seed, double factor) {
        return RunComparison.inRounds(
                side(new Random(seed), new Random(1_000 + seed), "aaaa", 1),
                side(new Random(seed), new Random(2_000 + seed), "bbbb", factor),
                Rules.DEFAULT);
    }

    @Test
    void inRoundsAnAaComparisonIsRightInNineteenOfTwentyAndAFifthIsFoundInNineOfTen() {
        long wrong =
                IntStream.range(0, 200)
                        .filter(seed ->
                                inRounds(seed, 1).lines().stream()
                                        .anyMatch(line -> line.verdict().isFinding()))
                        .count();
        long found =
                IntStream.range(0, 100)
                        .filter(seed ->
                                inRounds(seed, 1.2).lines().getLast().verdict()
                                        == Verdict.REGRESSED)
                        .count();

        assertThat(wrong).isLessThanOrEqualTo(10);
        assertThat(found).isGreaterThanOrEqualTo(90);
    }

    @Test
    void theTableSaysAtWhatNoiseItWorks() {
        assertThat(ComparisonTable.markdown(inRounds(1, 1)))
                .contains("in turns")
                .containsPattern("An interval is ± [34]\\.\\d % in the median benchmark");
        RunRecord first = Runs.run(0, "aaaa", List.of(Runs.measured("Ask", 100, 101, 99)));
        RunRecord again = Runs.run(1, "aaaa", List.of(Runs.measured("Ask", 120, 121, 119)));
        RunRecord next = Runs.run(2, "bbbb", List.of(Runs.measured("Ask", 115, 116, 114)));
        assertThat(
                        ComparisonTable.markdown(
                                RunComparison.of(
                                        first,
                                        next,
                                        Floor.of(List.of(first, again, next), first),
                                        Rules.DEFAULT)))
                .contains("1 pair of runs of one commit: 20.0 % in the median benchmark")
                .contains("compare-commits");
    }
}
