package dev.cobnut.lab.statistics;

import static org.apache.commons.statistics.inference.DataDispersion.HETEROSCEDASTIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import java.util.Random;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;

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
        assertThat(Welch.of(a, b, 0, 0).p()).isZero();
    }

    @Test
    void theRatioHasNoBoundsWhenTheBaseMayBeZero() {
        assertThat(Welch.of(new double[] {0, 5, -3}, new double[] {4, 5, 6}, 0, 0).ratio())
                .isNull();
    }

    @Test
    void theDetectableChangeIsFoundInFourOfFive() {
        Random random = new Random(11);
        int found = 0;
        int tries = 2000;
        double detectable = 0;
        for (int i = 0; i < tries; i++) {
            detectable += Welch.of(normal(random, 100), normal(random, 100), 0, 0).detectable(1);
        }
        double effect = detectable / tries;
        for (int i = 0; i < tries; i++) {
            if (Welch.of(normal(random, 100), normal(random, 100 + effect), 0, 0).p() < 0.05) {
                found++;
            }
        }
        assertThat((double) found / tries).isBetween(0.74, 0.86);
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
