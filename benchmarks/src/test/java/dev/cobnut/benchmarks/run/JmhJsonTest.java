package dev.cobnut.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.history.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmhJsonTest {

    /// As JMH 1.37 writes it, shortened.
    private static final String RESULT =
            """
            [
              {
                "jmhVersion" : "1.37",
                "benchmark" : "dev.cobnut.benchmarks.jmh.flow.AskBenchmark.roundTrip",
                "mode" : "avgt",
                "threads" : 1,
                "forks" : 2,
                "jvmArgs" : [ "-Xmx512m" ],
                "warmupIterations" : 2,
                "warmupTime" : "400 ms",
                "warmupBatchSize" : 1,
                "measurementIterations" : 3,
                "measurementTime" : "500 ms",
                "measurementBatchSize" : 1,
                "params" : { "contender" : "pekko" },
                "primaryMetric" : {
                  "score" : 6000.0,
                  "scoreError" : "NaN",
                  "scoreUnit" : "ns/op",
                  "rawData" : [ [ 5000.0, 6000.0, 7000.0 ], [ 5900.0, 6000.0, 6100.0 ] ]
                },
                "secondaryMetrics" : {
                  "gc.alloc.rate" : { "rawData" : [ [ 1.0 ], [ 2.0 ] ] },
                  "gc.alloc.rate.norm" : {
                    "score" : 425.0,
                    "scoreUnit" : "B/op",
                    "rawData" : [ [ 424.0, 424.2, 424.1 ], [ 426.0, 426.0, "NaN" ] ]
                  }
                }
              }
            ]
            """;

    private static BenchmarkResult read(String json) {
        return JmhJson.parse(json, "result.json").getFirst();
    }

    @Test
    void theRawDataOfEachForkIsRead() {
        BenchmarkResult measured = read(RESULT);

        assertThat(measured.key()).isEqualTo("AskBenchmark.roundTrip(contender=pekko)");
        assertThat(measured.mode()).isEqualTo(Mode.AVERAGE_TIME);
        assertThat(measured.unit()).isEqualTo("ns/op");
        assertThat(measured.settings()).isEqualTo(new Settings(2, "400 ms", 3, "500 ms", 1));
        assertThat(measured.forks()).hasSize(2);
        assertThat(measured.forks().getFirst().values()).containsExactly(5000.0, 6000.0, 7000.0);
        assertThat(measured.scores()).containsExactly(6000.0, 6000.0);
        assertThat(measured.bytes()).as("whole bytes").containsExactly(424.0, 426.0);
    }

    @Test
    void theOldNameOfTheAllocationIsKnownAndNoneIsNone() {
        assertThat(read(RESULT.replace("\"gc.alloc.rate.norm\"", "\"\u00b7gc.alloc.rate.norm\"")))
                .isEqualTo(read(RESULT));
        assertThat(read(RESULT.replace("gc.alloc.rate.norm", "other")).bytes())
                .containsExactly(null, null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "{}",
                "[]",
                "[{}]",
                "[{\"primaryMetric\":{}}]",
                "[{\"benchmark\":\"a.B.c\",\"primaryMetric\":{\"rawData\":[]}}]"
            })
    void whatIsNoResultOfJmhIsRefused(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("result.json ");
    }

    @Test
    void aResultWithoutItsIterationsIsRefused() {
        assertThatThrownBy(() -> read(RESULT.replace("warmupIterations", "warmups")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("warmupIterations");
        assertThatThrownBy(() -> read(RESULT.replace("\"avgt\"", "\"new\"")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'new'");
    }
}
