package dev.cobnut.lab.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadPlanTest {

    @Test
    void aPlanIsAsLongAsItsPhases() {
        LoadPlan plan =
                new LoadPlan(
                        "any",
                        1,
                        List.of(
                                new Phase("before", 50, Duration.ofSeconds(20)),
                                new Phase("after", 5, Duration.ofSeconds(30))));

        assertThat(plan.length()).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void whatCannotBeRunIsRefusedWithASentence() {
        assertThatThrownBy(() -> new Phase("p", -1, Duration.ofSeconds(5)))
                .hasMessage(
                        "A rate must be above 0 and at most 100,000 requests per second, not -1.0.");
        assertThatThrownBy(() -> new Phase("p", Double.NaN, Duration.ofSeconds(5)))
                .hasMessageContaining("not NaN");
        assertThatThrownBy(() -> new Phase("p", 1, Duration.ofMillis(1_500)))
                .hasMessageContaining("whole seconds");
        assertThatThrownBy(() -> new Phase("p", 1, Duration.ZERO)).hasMessageContaining("from 1 s");
        assertThatThrownBy(() -> new LoadPlan("place", 1, List.of()))
                .hasMessage("A load needs at least one phase.");
    }
}
