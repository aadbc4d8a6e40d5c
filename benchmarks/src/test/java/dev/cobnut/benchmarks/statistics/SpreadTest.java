package dev.cobnut.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void theMedianOfAnEvenCountLiesBetweenTheTwoMiddleValues() {
        assertThat(Spread.of(4, 1, 3, 2).median()).isEqualTo(2.5);
        assertThat(Spread.of(9, 1, 5).median()).isEqualTo(5);
    }

    @Test
    void oneValueIsItsOwnInterval() {
        assertThat(Spread.of(0.5)).isEqualTo(new Spread(0.5, 0.5, 0.5, 0.5, 0.5, 1));
    }

    @Test
    void theIntervalLiesWithinTheValuesAndAroundTheMedian() {
        Spread spread = Spread.of(0.50, 0.52, 0.55, 0.51, 0.90, 0.53, 0.54);

        assertThat(spread.median()).isEqualTo(0.53);
        assertThat(spread.low()).isBetween(spread.min(), spread.median());
        assertThat(spread.high()).isBetween(spread.median(), spread.max());
        assertThat(spread.high()).as("one outlier does not decide").isLessThan(0.90);
    }

    @Test
    void theSameValuesGiveTheSameInterval() {
        assertThat(Spread.of(3, 1, 2, 5, 4, 6)).isEqualTo(Spread.of(6, 5, 4, 3, 2, 1));
    }

    @Test
    void noValuesHaveNoMedian() {
        assertThatThrownBy(Spread::of).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void percentilesAreMilliseconds() {
        Histogram nanos = new Histogram(60_000_000_000L, 3);
        for (int i = 1; i <= 1_000; i++) {
            nanos.recordValue(i * 1_000_000L);
        }
        Percentiles percentiles = Percentiles.ofNanos(nanos);

        assertThat(percentiles.count()).isEqualTo(1_000);
        assertThat(percentiles.p50()).isCloseTo(500, Percentage.withPercentage(0.2));
        assertThat(percentiles.p99()).isCloseTo(990, Percentage.withPercentage(0.2));
        assertThat(percentiles.max()).isCloseTo(1_000, Percentage.withPercentage(0.2));
    }
}
