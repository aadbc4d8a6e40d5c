package dev.cobnut.benchmarks.trend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.results.MarkdownTable;
import dev.cobnut.benchmarks.results.TableNumbers;
import dev.cobnut.benchmarks.statistics.EDivisive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Simulates what `bench history` finds, and how often it is wrong. The document has these tables
/// and promises nothing else.
class ChangePointRatesTest {

    private static final int SERIES = 1_000;
    private static final int BEFORE = 20;

    private interface Noise {
        double next(Random random);
    }

    /// Student's t with three degrees of freedom, scaled to a deviation of 1.
    private static double heavyTailed(Random random) {
        double squares = IntStream.range(0, 3).mapToDouble(_ -> square(random)).sum();
        return random.nextGaussian() / Math.sqrt(squares);
    }

    private static double square(Random random) {
        double value = random.nextGaussian();
        return value * value;
    }

    /// @return how many of 100 series have a change point at most one run away from the step; of
    ///   series without a step, how many have any
    private static double found(int before, int after, double step, Noise noise) {
        EDivisive changes = new EDivisive(ChangePoint.SIGNIFICANCE);
        long found =
                IntStream.range(0, SERIES)
                        .filter(seed -> {
                            Random random = new Random(seed);
                            double[] series =
                                    IntStream.range(0, before + after)
                                            .mapToDouble(i ->
                                                    100
                                                            + (i < before ? 0 : step)
                                                            + noise.next(random))
                                            .toArray();
                            return changes.changePoints(series).stream()
                                    .anyMatch(at -> step == 0 || Math.abs(at - before) <= 1);
                        })
                        .count();
        return 100.0 * found / SERIES;
    }

    private static String both(int before, int after, double step) {
        return TableNumbers.plain(found(before, after, step, Random::nextGaussian))
                + " · "
                + TableNumbers.plain(found(before, after, step, ChangePointRatesTest::heavyTailed));
    }

    @Test
    void theDocumentPromisesWhatTheSimulationShows() throws Exception {
        MarkdownTable steps =
                new MarkdownTable(
                        1, "found of 100", "3 runs after", "5 runs after", "10 runs after");
        for (double step : new double[] {2, 3, 5, 10, 20}) {
            steps.row(
                    "a step of " + TableNumbers.plain(step) + " σ",
                    both(BEFORE, 3, step),
                    both(BEFORE, 5, step),
                    both(BEFORE, 10, step));
        }
        MarkdownTable alarms =
                new MarkdownTable(
                        1, "false alarms of 100", "10 runs", "30 runs", "100 runs", "300 runs");
        alarms.row("no step", both(10, 0, 0), both(30, 0, 0), both(100, 0, 0), both(300, 0, 0));

        assertThat(Files.readString(Path.of("../docs/benchmarks.md")))
                .contains(steps.text())
                .contains(alarms.text());
    }

    @Test
    void aStepOfTwentyDeviationsIsFoundThreeRunsAfterItAndAlarmsAreRare() {
        assertThat(found(BEFORE, 3, 20, Random::nextGaussian)).isGreaterThanOrEqualTo(99);
        assertThat(found(100, 0, 0, Random::nextGaussian)).isLessThanOrEqualTo(1);
    }
}
