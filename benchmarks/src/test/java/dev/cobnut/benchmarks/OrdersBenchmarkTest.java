package dev.cobnut.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.standin.StandInService;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs the whole benchmark for a short time against a stand-in of the service. It checks the shape
/// of the figures, not their values.
class OrdersBenchmarkTest {

    @Test
    void theReportHasItsFiguresAndWhereTheyWereTaken() throws Exception {
        OrdersBenchmark benchmark = new OrdersBenchmark();
        assertThat(Benchmarks.commandLine().getSubcommands())
                .containsKeys("orders", "idle", "start");

        JsonNode report =
                JsonMapper.shared()
                        .readTree(
                                Output.json(
                                        BenchmarkReport.around(
                                                benchmark.name(),
                                                benchmark.question(),
                                                () -> shortly(benchmark))));

        assertThat(report.path("benchmark").asString()).isEqualTo("orders");
        assertThat(report.at("/machine/cores").asInt()).isPositive();
        assertThat(report.at("/machine/jdk").asString()).contains("25");
        assertThat(report.has("contaminated")).isTrue();
        JsonNode figures = report.path("figures");
        for (String phase : new String[] {"/firstSeconds", "/warm"}) {
            assertThat(figures.at(phase + "/pairs")).hasSize(6);
            assertThat(figures.at(phase + "/ratio/median").asDouble()).isPositive();
            assertThat(figures.at(phase + "/ratio/low").asDouble())
                    .isLessThanOrEqualTo(figures.at(phase + "/ratio/high").asDouble());
            assertThat(figures.at(phase + "/pairs/0/orders/otherAnswers").asLong()).isZero();
        }
        assertThat(figures.at("/halfRate/latencyMs/p99").asDouble()).isPositive();
        assertThat(figures.at("/halfRate/viewLagP99Ms").asDouble()).isBetween(3.9, 4.0);
        assertThat(figures.at("/halfRate/byStatus/201").asLong()).isPositive();
    }

    private static Object shortly(OrdersBenchmark benchmark)
            throws IOException, InterruptedException {
        return benchmark.measure(
                StandInService.command(),
                Duration.ofMillis(200),
                new WarmUp(Duration.ZERO, Duration.ZERO),
                Duration.ofMillis(50),
                Duration.ofMillis(200));
    }
}
