package dev.cobnut.loadtests.knee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.load.Punctuality;
import dev.cobnut.lab.machine.MachineReport;
import dev.cobnut.lab.measurement.Window;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepStepTest {

    private static final Duration MEASURED = Duration.ofSeconds(8);
    private static final List<Long> CALM = List.of(3L, 0L, 9L, 2L, 1L, 7L, 0L, 4L, 8L);
    private static final Punctuality PUNCTUAL = new Punctuality(3_000, 0, 3, 9, 0, 8);
    private static final MachineReport ALONE =
            new MachineReport(null, null, null, null, null, 1.0, 60.0, 0.0, 0L);

    @Test
    void aServiceThatSustainsTheRatePasses() {
        assertThat(failures(995, Map.of("late", 8L), 99, PUNCTUAL, CALM)).isEmpty();
    }

    @Test
    void eachExceededLimitIsNamed() {
        assertThat(failures(970, Map.of(), 50, PUNCTUAL, CALM))
                .containsExactly("970.0 requests per second arrived where 1000.0 were planned.");
        assertThat(failures(1000, Map.of("late", 12L), 50, PUNCTUAL, CALM))
                .containsExactly("0.15 % of the answers were errors; 0.1 % are allowed.");
        assertThat(failures(1000, Map.of(), 101, PUNCTUAL, CALM))
                .containsExactly("The p99 was 101 ms; 100 ms are allowed.");
        assertThat(failures(1000, Map.of(), 50, new Punctuality(3_000, 9, 80, 200, 2, 8), CALM))
                .hasSize(2)
                .allMatch(sentence -> sentence.startsWith("The generator was"));
    }

    @Test
    void growingUndeliveredEventsFailAStepAndFluctuatingOnesDoNot() {
        List<Long> growing = List.of(10L, 40L, 80L, 120L, 160L, 200L, 240L, 280L, 320L);
        List<Long> wavy = List.of(10L, 300L, 0L, 250L, 20L, 310L, 0L, 280L, 320L);

        assertThat(failures(1000, Map.of(), 50, PUNCTUAL, growing))
                .containsExactly("The undelivered events grew from 10 to 320.");
        assertThat(failures(1000, Map.of(), 50, PUNCTUAL, wavy)).isEmpty();
        assertThat(failures(1000, Map.of(), 50, PUNCTUAL, List.of(1L)))
                .containsExactly("The service was too busy to report its undelivered events.");
    }

    private static List<String> failures(
            double arrived,
            Map<String, Long> errors,
            double p99,
            Punctuality punctuality,
            List<Long> pending) {
        Window.Load load =
                new Window.Load(
                        1000.0,
                        arrived,
                        8_000,
                        errors,
                        new Window.Latency(1, 2, p99, 200, 300, null));
        return SweepStep.judge(load, MEASURED, punctuality, pending, ALONE, 100).failures();
    }
}
