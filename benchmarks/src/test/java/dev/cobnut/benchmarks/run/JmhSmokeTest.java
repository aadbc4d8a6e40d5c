package dev.cobnut.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs every benchmark with every contender once, in this process, and checks that it has figures.
/// The other parameters have their first values, which are the smallest.
class JmhSmokeTest {

    private static final Plan ONCE =
            new Plan(
                    "smoke",
                    new Plan.Effort(1, 0),
                    new Plan.Effort(1, 0),
                    Duration.ofMillis(1),
                    1,
                    Duration.ofMillis(10),
                    false);

    @BeforeAll
    static void besideOthers() {
        // another build on this machine may hold JMH's lock
        System.setProperty("jmh.ignoreLock", "true");
    }

    private static List<JmhCase> smallest() {
        Set<String> seen = new HashSet<>();
        return JmhCases.all().stream()
                .filter(found ->
                        seen.add(found.benchmark() + found.params().get(BenchmarkResult.CONTENDER)))
                .toList();
    }

    @TestFactory
    List<DynamicTest> everyBenchmarkRunsWithEveryContender() {
        return smallest().stream()
                .map(found -> DynamicTest.dynamicTest(found.name(), () -> run(found)))
                .toList();
    }

    private static void run(JmhCase found) throws Exception {
        List<BenchmarkResult> measured = found.measure(ONCE, 0, 0);

        boolean cpu = found.benchmark().contains(".Ask");
        assertThat(measured).hasSize(cpu ? 2 : 1);
        assertThat(measured.getLast().benchmark().endsWith(".cpu")).isEqualTo(cpu);
        assertThat(measured.getFirst().key()).isEqualTo(found.name());
        assertThat(measured.getFirst().mean()).isPositive();
    }

    @Test
    void everyBenchmarkSaysItsQuestionAndNoTwoHaveOneName() {
        List<JmhCase> cases = JmhCases.all();

        assertThat(cases).hasSizeGreaterThan(100);
        for (JmhCase each : cases) {
            String type = each.benchmark().substring(0, each.benchmark().lastIndexOf('.'));
            assertThat(JmhCases.question(type).value()).endsWith("?");
            assertThat(JmhCases.question(type).ceiling()).endsWith(".");
        }
        assertThat(cases.stream().map(JmhCase::name)).doesNotHaveDuplicates();
    }

    @Test
    void theContendersOfOneQuestionAreNeighbours() {
        List<String> groups = JmhCases.all().stream().map(JmhCase::group).toList();
        Set<String> finished = new HashSet<>();
        for (int i = 1; i < groups.size(); i++) {
            if (!groups.get(i).equals(groups.get(i - 1))) {
                assertThat(finished.add(groups.get(i - 1))).isTrue();
            }
        }
    }

    @Test
    void aFullRunFitsIntoTwoHoursAndAQuickOneIntoTen() {
        assertThat(minutes(Plan.full())).isLessThanOrEqualTo(120);
        assertThat(minutes(Plan.quick())).isLessThanOrEqualTo(10);
    }

    private static long minutes(Plan plan) {
        return Rounds.minutes(RecordAllCommand.cases(plan), plan);
    }

    @Test
    void aPatternChoosesAndAWrongOneIsSaid() {
        assertThat(JmhCases.matching(JmhCases.all(), "^AskB.*contender=pekko"))
                .extracting(JmhCase::name)
                .containsExactly("AskBenchmark.roundTrip(contender=pekko)");
        assertThatThrownBy(() -> JmhCases.matching(JmhCases.all(), "NoSuchThing"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("No benchmark matches 'NoSuchThing'");
        assertThatThrownBy(() -> JmhCases.matching(JmhCases.all(), "(("))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not a valid pattern");
    }

    @Test
    void aQuickRunHasWhatTheTargetsRestOn() {
        assertThat(
                        JmhCommand.cases(Plan.quick(), "").stream()
                                .map(JmhCase::benchmark)
                                .map(JmhJson::shortName)
                                .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "ProducersBenchmark.processed",
                        "AskBenchmark.roundTrip",
                        "AskWhenBusyBenchmark.roundTrip",
                        "RequestReplyBenchmark.answer",
                        "BatchBenchmark.batch",
                        "PipelineBenchmark.pipeline",
                        "CreationBenchmark.create");
    }
}
