package dev.cobnut.loadtests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.generator.Phase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderWorkloadTest {

    @Test
    void aSpikeGoesUpAtOnceAndDownAgain() {
        List<Phase> phases = OrderWorkload.SPIKE.phases(50, Duration.ofSeconds(60));

        assertThat(phases)
                .containsExactly(
                        new Phase("before", 50, Duration.ofSeconds(20)),
                        new Phase("spike", 200, Duration.ofSeconds(10)),
                        new Phase("after", 50, Duration.ofSeconds(30)));
    }

    @Test
    void whatCannotBeRunIsRefusedWithASentence() {
        assertThatThrownBy(() -> OrderWorkload.named("fast"))
                .hasMessage(
                        "There is no simulation 'fast'; there are place, life, mixed, spike, soak, lists, feed.");
        assertThatThrownBy(() -> OrderWorkload.SPIKE.phases(50, Duration.ofSeconds(5)))
                .hasMessageContaining("lasts at least 6 s, not 5 s");
    }
}
