package dev.cobnut.loadtests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadPlanTest {

    @Test
    void aSpikeGoesUpAtOnceAndDownAgain() {
        List<Phase> phases = Workload.SPIKE.phases(50, Duration.ofSeconds(60));

        assertThat(phases)
                .containsExactly(
                        new Phase("before", 50, Duration.ofSeconds(20)),
                        new Phase("spike", 200, Duration.ofSeconds(10)),
                        new Phase("after", 50, Duration.ofSeconds(30)));
        assertThat(new LoadPlan("spike", 1, phases).length()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void whatCannotBeRunIsRefusedWithASentence() {
        assertThatThrownBy(() -> Workload.named("fast"))
                .hasMessage(
                        "There is no simulation 'fast'; there are place, life, mixed, spike, soak.");
        assertThatThrownBy(() -> Workload.SPIKE.phases(50, Duration.ofSeconds(5)))
                .hasMessageContaining("lasts 6 s at least, not 5 s");
        assertThatThrownBy(() -> new Phase("p", -1, Duration.ofSeconds(5)))
                .hasMessage(
                        "A rate is more than 0 and at most 100,000 requests per second, not -1.0.");
        assertThatThrownBy(() -> new Phase("p", Double.NaN, Duration.ofSeconds(5)))
                .hasMessageContaining("not NaN");
        assertThatThrownBy(() -> new Phase("p", 1, Duration.ofMillis(1_500)))
                .hasMessageContaining("whole seconds");
        assertThatThrownBy(() -> new Phase("p", 1, Duration.ZERO)).hasMessageContaining("from 1 s");
        assertThatThrownBy(() -> new LoadPlan("place", 1, List.of()))
                .hasMessage("A load has at least one phase.");
    }
}
