package dev.cobnut.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.Runs;
import dev.cobnut.lab.statistics.Interval;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SameRunTest {

    private static final int RUNS = 2_000;
    private static final double TRUTH = 2;

    @Test
    void whatSlowsARoundDownIsInBothAndInNoRatio() {
        SameRun ratio =
                SameRun.ratio(
                        Runs.measured("Ask", 20, 62, 20, 20), Runs.measured("Ask", 10, 30, 10, 10));

        assertThat(ratio.ratio()).isCloseTo(2.02, Offset.offset(0.01));
        Interval interval = Objects.requireNonNull(ratio.interval());
        assertThat(interval.low()).isGreaterThan(1.95);
        assertThat(interval.high()).isLessThan(2.1);
    }

    @Test
    void roundsThatOnlyOneHasAreLeftOut() {
        BenchmarkResult both = Runs.measured("Ask", 20, 20, 20);
        BenchmarkResult failedOnce =
                new BenchmarkResult(
                        both.benchmark(),
                        both.params(),
                        both.mode(),
                        both.unit(),
                        both.settings(),
                        List.of(new Fork(0, List.of(10.0), null), new Fork(2, List.of(5.0), null)));

        assertThat(SameRun.ratio(both, failedOnce).ratio())
                .as("2 and 4, not 2 and 4 and 20 by nothing")
                .isCloseTo(Math.sqrt(8), Offset.offset(1e-9));
    }

    @Test
    void ofOneRoundOrOfNothingThereIsNoInterval() {
        assertThat(SameRun.ratio(Runs.measured("Ask", 20), Runs.measured("Ask", 10)))
                .isEqualTo(new SameRun(2, null, 1));
        assertThat(
                        SameRun.ratio(
                                        Runs.measured("Cpu", 0, 0.2, 0.4),
                                        Runs.measured("Cpu", 0, 1, 1))
                                .interval())
                .as("nothing by nothing is no ratio")
                .isNull();
    }

    /// Rounds that differ by a third, processes by a tenth: the truth is outside of one interval of
    /// twenty.
    @Test
    void theIntervalHasTheTruthInNineteenOfTwentyRuns() {
        Random random = new Random(1);
        long missed =
                IntStream.range(0, RUNS)
                        .filter(_ -> {
                            Interval interval = Objects.requireNonNull(run(random).interval());
                            return interval.low() > TRUTH || interval.high() < TRUTH;
                        })
                        .count();

        assertThat(missed / (double) RUNS).isBetween(0.035, 0.065);
    }

    private static SameRun run(Random random) {
        int rounds = 6;
        double[] ours = new double[rounds];
        double[] theirs = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double machine = Math.exp(0.3 * random.nextGaussian());
            ours[round] = TRUTH * machine * Math.exp(0.1 * random.nextGaussian());
            theirs[round] = machine * Math.exp(0.1 * random.nextGaussian());
        }
        return SameRun.ratio(Runs.measured("Ask", ours), Runs.measured("Ask", theirs));
    }
}
