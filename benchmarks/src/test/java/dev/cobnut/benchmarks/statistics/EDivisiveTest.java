package dev.cobnut.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EDivisiveTest {

    private static final double SIGNIFICANCE = 0.01;

    private static List<Integer> changePoints(double... series) {
        return new EDivisive(SIGNIFICANCE).changePoints(series);
    }

    /// @param levels of consecutive segments, each of `length` values
    private static double[] steps(long seed, double noise, int length, double... levels) {
        Random random = new Random(seed);
        return IntStream.range(0, length * levels.length)
                .mapToDouble(i -> levels[i / length] * (1 + noise * random.nextGaussian()))
                .toArray();
    }

    @Test
    void aStepIsFoundWhereItIs() {
        assertThat(changePoints(steps(1, 0.02, 12, 100, 120))).containsExactly(12);
    }

    @Test
    void severalStepsAreFoundInTheirOrder() {
        assertThat(changePoints(steps(2, 0.02, 15, 100, 130, 90, 110))).containsExactly(15, 30, 45);
    }

    @Test
    void aSpikeOfOneRunIsNotAChange() {
        double[] series = steps(3, 0.02, 24, 100);
        series[11] = 300;

        assertThat(changePoints(series)).isEmpty();
    }

    @Test
    void aSlowSlopeIsCutSomewhereAndNotEverywhere() {
        double[] slope = IntStream.range(0, 40).mapToDouble(i -> 100 + i).toArray();

        assertThat(changePoints(slope)).hasSizeBetween(1, 8);
    }

    @Test
    void nothingIsFoundInEqualValuesNorInAFew() {
        assertThat(changePoints(new double[40])).isEmpty();
        assertThat(changePoints()).isEmpty();
        assertThat(changePoints(1, 2)).isEmpty();
        assertThat(changePoints(1, 2, 1, 9, 8)).as("two runs after").isEmpty();
        assertThat(changePoints(5, 5, 5, 5.004, 5.004, 5.004)).as("below resolution").isEmpty();
    }

    @Test
    void noiseAloneIsTakenForAChangeInAtMostTwoOfAHundredSeries() {
        long wrong =
                IntStream.range(0, 300)
                        .filter(seed -> !changePoints(steps(1_000 + seed, 0.05, 30, 100)).isEmpty())
                        .count();

        assertThat(wrong).isLessThanOrEqualTo(9);
    }

    @Test
    void aStepOfThreeDeviationsIsFoundInNineOfTenSeries() {
        long found =
                IntStream.range(0, 100)
                        .filter(seed ->
                                changePoints(steps(seed, 0.02, 10, 100, 106)).stream()
                                        .anyMatch(at -> Math.abs(at - 10) <= 1))
                        .count();

        assertThat(found).isGreaterThanOrEqualTo(90);
    }

    /// @param before runs without the change, with noise of deviation 1; `after` runs have it
    private static double[] step(long seed, int before, int after, double deviations) {
        Random random = new Random(seed);
        return IntStream.range(0, before + after)
                .mapToDouble(i -> 100 + (i < before ? 0 : deviations) + random.nextGaussian())
                .toArray();
    }

    @Test
    void aStepOfTwentyDeviationsIsFoundThreeRunsAfterIt() {
        for (int before : new int[] {5, 8, 20, 100}) {
            long found =
                    IntStream.range(0, 100)
                            .filter(seed ->
                                    changePoints(step(seed, before, 3, 20)).equals(List.of(before)))
                            .count();
            assertThat(found).as("%d runs before", before).isGreaterThanOrEqualTo(99);
        }
    }
}
