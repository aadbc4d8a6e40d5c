package dev.cobnut.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelfDifferencesTest {

    @Test
    void identicalRunsHaveNoFloor() {
        assertThat(SelfDifferences.floor(new double[] {3, 3, 3}, new double[] {7, 7, 7})).isZero();
    }

    /// Two runs are split into one and one: a difference of 2, scaled by √((½+½)/(1+1)).
    @Test
    void aSplitIsScaledToTheSizeOfTheComparison() {
        assertThat(SelfDifferences.floor(new double[] {1, 3}, new double[] {5, 5}))
                .isCloseTo(2 * Math.sqrt(0.5), within(1e-12));
    }

    @Test
    void theDifferenceBetweenTheVariantsDoesNotRaiseTheFloor() {
        double[] a = {1, 2, 3, 4, 5};
        double[] b = {101, 102, 103, 104, 105};

        assertThat(SelfDifferences.floor(a, b)).isEqualTo(SelfDifferences.floor(a, a));
    }

    @Test
    void manyRunsAreSplitInAFixedRandomSelectionOfWays() {
        double[] many = IntStream.range(0, 30).mapToDouble(i -> i % 7).toArray();

        assertThat(SelfDifferences.floor(many, many))
                .isPositive()
                .isEqualTo(SelfDifferences.floor(many, many));
    }
}
