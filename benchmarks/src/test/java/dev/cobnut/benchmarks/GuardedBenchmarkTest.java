package dev.cobnut.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.standin.StandInService;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Runs the whole benchmark for a short time against a stand-in of the service. It checks the shape
/// of the figures, not their values.
class GuardedBenchmarkTest {

    @Test
    void bothServicesAnswerInTurnsAndEachPairHasItsRatio() throws Exception {
        assertThat(Benchmarks.commandLine().getSubcommands()).containsKey("guarded");

        GuardedBenchmark.Figures figures =
                new GuardedBenchmark()
                        .measure(
                                StandInService.command(),
                                new WarmUp(Duration.ZERO, Duration.ZERO),
                                Duration.ofMillis(50));

        assertThat(figures.pairs())
                .hasSize(6)
                .allSatisfy(pair -> {
                    assertThat(pair.guarded().otherAnswers()).isZero();
                    assertThat(pair.plain().otherAnswers()).isZero();
                    assertThat(pair.ratio())
                            .isEqualTo(pair.guarded().perSecond() / pair.plain().perSecond());
                });
    }
}
