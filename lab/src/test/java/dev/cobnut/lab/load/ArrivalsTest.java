package dev.cobnut.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    @Test
    void usersAreDueEvenlyAndPhaseAfterPhase() {
        long[] due =
                Arrivals.due(
                        new LoadPlan(
                                "life",
                                1,
                                List.of(
                                        new Phase("slow", 60, Duration.ofSeconds(3)),
                                        new Phase("fast", 6_000, Duration.ofSeconds(2)))),
                        6);

        assertThat(due).hasSize(3 * 10 + 2 * 1_000).isSorted();
        assertThat(Arrays.copyOf(due, 30)).startsWith(0, 100, 200).endsWith(2_900);
        assertThat(due[30]).isEqualTo(3_000);
        assertThat(due[due.length - 1]).isEqualTo(4_999);
    }

    @Test
    void aRateWithoutAWholeNumberOfUsersPerSecondIsRoundedOverThePhase() {
        long[] due =
                Arrivals.due(
                        new LoadPlan(
                                "place", 1, List.of(new Phase("p", 2.5, Duration.ofSeconds(5)))),
                        1);

        assertThat(due).hasSize(13);
    }
}
