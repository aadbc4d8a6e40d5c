package dev.cobnut.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.Runs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuideTableTest {

    private static final String WAITING = "WaitingWorkBenchmark.ioBound";

    @Test
    void theSameWorkStandsInOneLineWithItsRatioToAnActor() {
        String table =
                GuideTable.markdown(
                        PublishedRuns.of(
                                List.of(
                                        Runs.run(
                                                0,
                                                "aaaa111",
                                                List.of(
                                                        Runs.measured(
                                                                WAITING,
                                                                Map.of(
                                                                        "contender",
                                                                        "cobnut",
                                                                        "waiting",
                                                                        "100"),
                                                                0,
                                                                100,
                                                                300,
                                                                100,
                                                                300,
                                                                100,
                                                                300),
                                                        Runs.measured(
                                                                WAITING,
                                                                Map.of(
                                                                        "contender",
                                                                        "cobnut",
                                                                        "waiting",
                                                                        "1"),
                                                                0,
                                                                7),
                                                        Runs.measured(
                                                                WAITING,
                                                                Map.of(
                                                                        "contender",
                                                                        "virtual-threads",
                                                                        "waiting",
                                                                        "100"),
                                                                0,
                                                                150,
                                                                150,
                                                                150,
                                                                150,
                                                                150,
                                                                150))))));

        assertThat(table)
                .contains(
                        "| a hundred waits of 10 ms at once, in total | 200 | 150 (0.75 ×) |  |  |  |")
                .as("what was not measured has no row")
                .doesNotContain("four stages");
    }
}
