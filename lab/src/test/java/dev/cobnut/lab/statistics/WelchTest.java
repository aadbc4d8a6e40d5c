package dev.cobnut.lab.statistics;

import static org.apache.commons.statistics.inference.DataDispersion.HETEROSCEDASTIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WelchTest {

    @Test
    void withoutAFloorItIsTheTestOfCommonsStatistics() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            double[] a = random.doubles(2 + i % 5, 90, 110).toArray();
            double[] b = random.doubles(2 + i % 7, 80, 130).toArray();
            TTest.Result theirs = TTest.withDefaults().with(HETEROSCEDASTIC).test(a, b);
            Welch ours = Welch.of(a, b, 0, 0);

            assertThat(ours.degrees()).isCloseTo(theirs.getDegreesOfFreedom(), within(1e-9));
            assertThat(ours.p()).isCloseTo(theirs.getPValue(), within(1e-9));
        }
    }

    @Test
    void theIntervalOfTheRatioExcludesOneExactlyWhenPIsBelowFivePercent() {
        Random random = new Random(5);
        int significant = 0;
        for (int i = 0; i < 500; i++) {
            double[] a = random.doubles(5, 90, 110).toArray();
            double[] b = random.doubles(5, 97, 117).toArray();
            Welch welch = Welch.of(a, b, 0, 0);
            Interval ratio = Objects.requireNonNull(welch.ratio());
            boolean excludes = ratio.low() > 0 || ratio.high() < 0;
            significant += excludes ? 1 : 0;
            assertThat(excludes).isEqualTo(welch.p() < 0.05);
        }
        assertThat(significant).isBetween(50, 450);
    }

    @Test
    void runsThatAgreeByChanceProveNothing() {
        double[] a = {0, 0, 0};
        double[] b = {2, 2, 2};

        assertThat(Welch.of(a, b, 1, 1).p()).isGreaterThan(0.05);
    }

    /// Ten runs can be assigned to two variants of five in 252 ways.
    @Test
    void valuesWithoutAnyScatterAreNoMoreCertainThanTheAssignmentOfTheRuns() {
        double[] a = {1, 1, 1, 1, 1};
        double[] b = {1.1, 1.1, 1.1, 1.1, 1.1};

        assertThat(Welch.of(a, b, 0, 0).p()).isCloseTo(2 / 252.0, within(1e-9));
        assertThat(Welch.of(a, a, 0, 0).p()).isEqualTo(1);
    }

    @Test
    void theRatioHasNoBoundsWhenTheBaseMayBeZero() {
        assertThat(Welch.of(new double[] {0, 5, -3}, new double[] {4, 5, 6}, 0, 0).ratio())
                .isNull();
    }

    /// 0.05 is the level of a single test, 0.0005 that of one row among a hundred.
    @ParameterizedTest
    @CsvSource({"0.05, 0", "0.005, 0", "0.0005, 0", "0.005, 12"})
    void theDetectableDifferenceIsFoundInEightyOfAHundred(double significance, double least) {
        Random random = new Random(11);
        int tries = 4000;
        double degrees =
                IntStream.range(0, tries)
                        .mapToDouble(_ ->
                                Welch.of(normal(random, 100), normal(random, 100), 0, 0).degrees())
                        .average()
                        .orElseThrow();
        double effect = Welch.detectable(3 * Math.sqrt(0.4), degrees, significance, least);
        int found = 0;
        for (int i = 0; i < tries; i++) {
            Welch welch = Welch.of(normal(random, 100), normal(random, 100 + effect), 0, 0);
            boolean isFar = welch.meanB() - welch.meanA() >= least;
            found += isFar && welch.p() <= significance ? 1 : 0;
        }
        assertThat((double) found / tries).isCloseTo(0.8, within(0.03));
    }

    /// The machine gets 3 % slower from run to run; B costs 5 % more.
    @Test
    void aLinearDriftOverTheOrderOfTheRunsIsNotScatter() {
        double[] ofA = {0, 3, 4, 7, 8};
        double[] ofB = {1, 2, 5, 6, 9};
        Places order = new Places(ofA, ofB);
        Random random = new Random(19);
        double[] a = drifting(random, ofA, 100);
        double[] b = drifting(random, ofB, 105);

        assertThat(Welch.of(a, b, 0, 0).p()).isGreaterThan(0.3);
        assertThat(Welch.of(a, b, 0, 0, order).p()).isLessThan(0.001);
        assertThat(Welch.of(a, b, 0, 0, order).difference(1).low()).isBetween(3.0, 5.0);
    }

    private static double[] drifting(Random random, double[] places, double mean) {
        return Arrays.stream(places)
                .map(place -> mean + 3 * place + 0.5 * random.nextGaussian())
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({"0, 3 4 7", "0, 3 4 7 8", "4, 3 4 7 8"})
    void theTestWithoutTheDriftIsWrongAtItsNominalRate(double drift, String places) {
        double[] a = DoubleStream.concat(DoubleStream.of(0), numbers(places)).toArray();
        double[] b =
                DoubleStream.iterate(0, place -> place + 1)
                        .filter(place -> Arrays.stream(a).noneMatch(other -> other == place))
                        .limit(a.length)
                        .toArray();
        Random random = new Random(23);
        int wrong = 0;
        int tries = 6000;
        for (int i = 0; i < tries; i++) {
            DoubleUnaryOperator value = place -> 100 + drift * place + 3 * random.nextGaussian();
            Welch welch =
                    Welch.of(
                            Arrays.stream(a).map(value).toArray(),
                            Arrays.stream(b).map(value).toArray(),
                            0,
                            0,
                            new Places(a, b));
            wrong += welch.p() <= 0.05 ? 1 : 0;
        }
        assertThat((double) wrong / tries).isBetween(0.035, 0.055);
    }

    private static DoubleStream numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble);
    }

    @Test
    void theTestIsWrongAtItsNominalRate() {
        Random random = new Random(13);
        int wrong = 0;
        for (int i = 0; i < 4000; i++) {
            wrong += Welch.of(normal(random, 100), normal(random, 100), 0, 0).p() < 0.05 ? 1 : 0;
        }
        assertThat(wrong / 4000.0).isBetween(0.03, 0.055);
    }

    private static double[] normal(Random random, double mean) {
        return random.doubles(5).map(_ -> mean + 3 * random.nextGaussian()).toArray();
    }
}
