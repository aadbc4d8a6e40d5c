package dev.cobnut.loadtests.knee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.loadtests.service.OrderServiceSubject;
import dev.cobnut.loadtests.simulation.OrderWorkload;
import dev.cobnut.loadtests.standin.StandInFaults;
import dev.cobnut.loadtests.standin.StandInService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {

    @TempDir Path folder;

    @Test
    void aServiceThatIsTooSlowForTheFirstStepHasNoKneeAndTheReasonIsNamed() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        SweepPlan plan = new SweepPlan("place", 1, 9, Duration.ZERO, 1e-3);
        Knee knee;
        try (StandInService service = StandInService.start(folder, StandInFaults.none());
                LoadTarget target =
                        LoadTarget.running(
                                service.uri(),
                                List.of(service.uri()),
                                OrderServiceSubject.COUNTERS,
                                false)) {
            knee =
                    new Sweep(
                                    target,
                                    plan,
                                    OrderWorkload.PLACE.simulation(),
                                    folder.resolve("sweep"),
                                    new PrintStream(said, true, StandardCharsets.UTF_8),
                                    Duration.ofSeconds(1),
                                    Duration.ofSeconds(5))
                            .run();
        }

        assertThat(knee.endedEarly()).isNull();
        assertThat(knee.perSecond()).isZero();
        assertThat(knee.steps()).hasSize(1);
        SweepStep step = knee.steps().getFirst();
        assertThat(step.load().arrivedPerSecond()).isPositive();
        assertThat(step.load().errors()).isEmpty();
        assertThat(step.pending()).hasSize(6).containsOnly(0L);
        assertThat(knee.limitedBy()).startsWith("At 9 requests/s: ").contains("The p99 was");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("9/s  arrived");
    }

    @Test
    void whatIsNoSweepIsRefused() {
        assertThatThrownBy(() -> new SweepPlan("place", 1, 100, Duration.ZERO, 0))
                .hasMessage("The limit of the p99 must be above 0 ms, not 0.0.");
    }
}
