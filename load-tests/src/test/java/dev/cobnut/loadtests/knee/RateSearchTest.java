package dev.cobnut.loadtests.knee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RateSearchTest {

    @Test
    void theRateRisesUntilAStepFailsAndIsThenSearchedInBetween() {
        RateSearch search = new RateSearch(100);

        List<Double> tried = run(search, 700);

        assertThat(tried).startsWith(100.0, 160.0, 256.0, 410.0, 656.0, 1050.0);
        assertThat(search.highestPassed()).isLessThanOrEqualTo(700);
        assertThat(search.lowestFailed()).isGreaterThan(700);
        assertThat(search.lowestFailed() / search.highestPassed())
                .isLessThanOrEqualTo(RateSearch.RESOLUTION);
        assertThat(tried).hasSizeLessThan(12);
    }

    @Test
    void theRateFallsWhenTheFirstStepFails() {
        RateSearch search = new RateSearch(100);

        List<Double> tried = run(search, 30);

        assertThat(tried).startsWith(100.0, 50.0, 25.0);
        assertThat(search.highestPassed()).isBetween(27.0, 30.0);
    }

    @Test
    void aServiceThatSustainsNoRateHasNoKnee() {
        RateSearch search = new RateSearch(40);

        assertThat(run(search, 0)).containsExactly(40.0, 20.0, 10.0, 5.0);
        assertThat(search.highestPassed()).isZero();
    }

    private static List<Double> run(RateSearch search, double knee) {
        List<Double> tried = new ArrayList<>();
        OptionalDouble next = search.next();
        while (next.isPresent() && tried.size() < 100) {
            tried.add(next.getAsDouble());
            search.tried(next.getAsDouble(), next.getAsDouble() <= knee);
            next = search.next();
        }
        return tried;
    }
}
