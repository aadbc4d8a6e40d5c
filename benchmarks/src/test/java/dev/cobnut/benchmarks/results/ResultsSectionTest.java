package dev.cobnut.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.history.Runs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ResultsSectionTest {

    private static BenchmarkResult processed(String contender, double bytes, double... forks) {
        return Runs.measured(
                "ProducersBenchmark.processed",
                Map.of("contender", contender, "producers", "1"),
                bytes,
                twice(forks));
    }

    private static BenchmarkResult ask(String contender, double bytes, double... forks) {
        return Runs.measured(
                "AskBenchmark.roundTrip", Map.of("contender", contender), bytes, twice(forks));
    }

    /// Six processes.
    private static double[] twice(double... forks) {
        return DoubleStream.concat(Arrays.stream(forks), Arrays.stream(forks)).toArray();
    }

    private static RunRecord run() {
        return Runs.run(
                0,
                "aaaa111",
                new ArrayList<>(
                        List.of(
                                processed("cobnut", 8, 40, 41, 42),
                                processed("cobnut-array", 0, 30, 31, 32),
                                processed("pekko", 24, 60, 61, 62),
                                processed("pekko-tuned", 24, 45, 46, 47),
                                processed("linked-queue", 40, 80, 81, 82),
                                ask("cobnut", 136, 5_000, 5_100, 5_200),
                                ask("pekko", 700, 4_900, 5_150, 5_400))));
    }

    private static String markdown(RunRecord... runs) {
        return ResultsSection.markdown(PublishedRuns.of(List.of(runs)), Map.of());
    }

    private static RuntimeTarget target(String what) {
        return RuntimeTarget.of(run().results()).stream()
                .filter(target -> target.what().startsWith(what))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTargetIsMetWhenItsWholeIntervalIs() {
        RuntimeTarget throughput = target("throughput to one actor from 1 producers ÷ Pekko's");

        assertThat(throughput.answer()).isEqualTo(RuntimeTarget.Answer.MET);
        assertThat(throughput.found()).as("46 ns by 31 ns").startsWith("1.48 [");
    }

    @Test
    void aTargetIsMissedWhenItsWholeIntervalIsAndOpenInBetween() {
        assertThat(target("throughput to one actor from 1 producers ÷ a `Linked").answer())
                .as("81 by 31 is no 3")
                .isEqualTo(RuntimeTarget.Answer.MISSED);
        assertThat(target("ask round trip").answer()).isEqualTo(RuntimeTarget.Answer.OPEN);
        assertThat(target("allocation of a tell").answer()).isEqualTo(RuntimeTarget.Answer.MET);
        assertThat(target("allocation of an ask").answer()).isEqualTo(RuntimeTarget.Answer.MISSED);
        assertThat(target("CPU of 100 000 idle").answer()).as("not measured yet").isNull();
    }

    @Test
    void theSectionReplacesTheOneBeforeAndNothingElse() {
        String document =
                "before\n" + ResultsSection.BEGIN + "\nold\n" + ResultsSection.END + "\nafter";
        String renewed = ResultsSection.into(document, markdown(run()));

        assertThat(renewed).startsWith("before\n").endsWith("\nafter").doesNotContain("old");
        assertThat(renewed)
                .contains("commit `aaaa111`")
                .contains("| 1 | `pekko` | 61 | 60 to 62 | 1.49 [")
                .contains("| 1 | `cobnut` | 41 | 40 to 42 | 1 | 8 |")
                .contains("| `pekko` | 5,150 | 4,900 to 5,400 |")
                .contains("not measured yet");
        assertThat(ResultsSection.into(renewed, markdown(run())))
                .as("twice is once")
                .isEqualTo(renewed);
    }

    @Test
    void aDocumentWithoutAPlaceIsRefused() {
        assertThatThrownBy(() -> ResultsSection.into("text", "section"))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void numbersHaveThreeDigits() {
        assertThat(
                        List.of(
                                TableNumbers.plain(0.012345),
                                TableNumbers.plain(4.5678),
                                TableNumbers.plain(78.94),
                                TableNumbers.plain(120),
                                TableNumbers.plain(12_345.6),
                                TableNumbers.plain(0),
                                TableNumbers.plain(999.6)))
                .containsExactly("0.0123", "4.57", "78.9", "120", "12,346", "0", "1000");
    }

    private static BenchmarkResult scaled(int dispatchers, double nanos) {
        return Runs.measured(
                "DispatchersBenchmark.processed",
                Map.of("contender", "cobnut-pinned", "dispatchers", String.valueOf(dispatchers)),
                0,
                twice(nanos, 1.1 * nanos, 0.9 * nanos));
    }

    @Test
    void whereWeLoseStandsAboveTheTargetsTheWorstFirst() {
        String section =
                markdown(
                        Runs.run(
                                0,
                                "aaaa111",
                                List.of(
                                        ask("cobnut", 400, 100, 101, 102),
                                        ask("pekko", 100, 80, 81, 82),
                                        ask("linked-queue", 380, 50, 51, 52),
                                        ask("virtual-threads", 380, 90, 102, 104),
                                        ask("caller", 0, 1, 1, 1))));

        assertThat(section)
                .containsSubsequence(
                        "### Where we lose",
                        "| `AskBenchmark.roundTrip` | `cobnut` | `linked-queue` | 0.50 [",
                        "| `AskBenchmark.roundTrip` | `cobnut` | `pekko` | 0.80 [",
                        "| 6 |",
                        "| `cobnut` | `pekko` | 400 → 100, 0.25 | 6 |",
                        "### Targets");
        assertThat(section.substring(0, section.indexOf("### Targets")))
                .doesNotContain("`virtual-threads`", "| `caller` |", "380");
    }

    @Test
    void aRowOfFewerThanSixProcessesIsNotPublishedButItsLossIs() {
        String section =
                markdown(
                        Runs.run(
                                0,
                                "aaaa111",
                                List.of(
                                        Runs.measured(
                                                "Few.sent",
                                                Map.of("contender", "cobnut"),
                                                0,
                                                9,
                                                9,
                                                8),
                                        Runs.measured(
                                                "Few.sent",
                                                Map.of("contender", "pekko"),
                                                0,
                                                5,
                                                5,
                                                6))));

        assertThat(section)
                .contains("| `Few.sent` | `cobnut` | `pekko` | 0.6")
                .contains("there are such of `Few.sent`.")
                .doesNotContain("### Few");
    }

    @Test
    void theScalingIsTheSpeedUpAndItsShareOfTheDispatchersAndOfTheProcessors() {
        String section =
                markdown(
                        Runs.run(
                                0,
                                "aaaa111",
                                List.of(scaled(1, 1_000), scaled(2, 600), scaled(16, 625))));

        assertThat(section)
                .contains("| 2 | `cobnut-pinned` | 1.67 [1.67, 1.67] | 83 % | 83 % |")
                .contains("| 16 | `cobnut-pinned` | 1.60 [1.60, 1.60] | 10 % | 80 % |");
    }

    @Test
    void eachTableIsOfTheRunThatHasMostOfItsRows() {
        RunRecord first = run();
        RunRecord second =
                Runs.run(
                        1,
                        "bbbb222",
                        List.of(
                                ask("cobnut", 136, 7_000, 7_100, 7_200),
                                ask("pekko", 700, 9_000, 9_100, 9_200),
                                processed("cobnut", 8, 400, 401, 402)));

        String section = markdown(second, first);

        assertThat(section)
                .as("as many rows, and newer")
                .contains("; run `" + second.id() + "`\n\n| contender | ns")
                .contains("| `cobnut` | 7,100 |")
                .as("fewer rows: a pattern has left some out")
                .contains("; run `" + first.id() + "`\n\n| producers | contender | ns")
                .contains("| 1 | `cobnut` | 41 |")
                .doesNotContain("| 401 |")
                .containsSubsequence("Run `" + first.id(), "Run `" + second.id());
    }

    @Test
    void aRunNamedTwiceIsRefused() {
        assertThatThrownBy(() -> PublishedRuns.of(List.of(run(), run())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("each named once");
    }
}
