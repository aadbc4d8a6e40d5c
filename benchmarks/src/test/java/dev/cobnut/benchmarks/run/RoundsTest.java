package dev.cobnut.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.history.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private final List<String> order = new ArrayList<>();
    private final StringWriter progress = new StringWriter();

    private final class Fake implements Case {

        private final String group;
        private final String contender;
        private final boolean target;

        Fake(String group, String contender) {
            this(group, contender, false);
        }

        Fake(String group, String contender, boolean target) {
            this.group = group;
            this.contender = contender;
            this.target = target;
        }

        @Override
        public String group() {
            return group;
        }

        @Override
        public String name() {
            return group + "(contender=" + contender + ")";
        }

        @Override
        public boolean target() {
            return target;
        }

        @Override
        public Duration length(Plan plan) {
            return Duration.ofSeconds(20);
        }

        @Override
        public List<BenchmarkResult> fork(Plan plan, int round) throws CaseFailedException {
            order.add(group + contender + round);
            if (contender.equals("broken") && round > 0) {
                throw new CaseFailedException("it broke\nsomewhere");
            }
            return List.of(
                    new BenchmarkResult(
                            group,
                            new TreeMap<>(Map.of(BenchmarkResult.CONTENDER, contender)),
                            Mode.AVERAGE_TIME,
                            "ns/op",
                            new Settings(1, "1 s", 1, "1 s", 1),
                            List.of(new Fork(round, List.of(10.0 + round), null))));
        }
    }

    private RunRecord measure(Case... cases) throws Exception {
        return new Rounds(new PrintWriter(progress))
                .measure(List.of(cases), Plan.full().withForks(3));
    }

    @Test
    void contendersAreNeighboursAndTheirOrderTurnsAround() throws Exception {
        RunRecord run =
                measure(
                        new Fake("Ask", "x"),
                        new Fake("Ask", "y"),
                        new Fake("Tell", "x"),
                        new Fake("Tell", "y"));

        assertThat(order)
                .containsExactly(
                        "Askx0", "Asky0", "Tellx0", "Telly0", "Asky1", "Askx1", "Telly1", "Tellx1",
                        "Askx2", "Asky2", "Tellx2", "Telly2");
        assertThat(run.results()).hasSize(4);
        assertThat(run.results().getFirst().scores()).containsExactly(10.0, 11.0, 12.0);
        assertThat(run.failed()).isEmpty();
        assertThat(run.label()).isEqualTo("full");
        assertThat(run.place().cores()).isPositive();
    }

    @Test
    void everyCaseOfAFullRunHasTheProcessesOfAPublishedRow() {
        assertThat(Plan.full().forks(true)).isEqualTo(6);
        assertThat(Plan.full().forks(false)).isEqualTo(6);
    }

    @Test
    void theLoadBeforeASecondRunIsTheFirstOneAndDisturbsNothing() {
        Bystanders before = new Bystanders("3.00 2.00 1.00 1/100 1", "", 0, 0);

        assertThat(Rounds.disturbances(before, new Bystanders("", "", 0, 100), 2, true))
                .singleElement()
                .asString()
                .startsWith("The machine was busy before: load average 3.00");
        assertThat(Rounds.disturbances(before, new Bystanders("", "", 0, 100), 2, false)).isEmpty();
        assertThat(Rounds.disturbances(before, new Bystanders("", "", 5, 100), 2, false))
                .containsExactly("The hypervisor took 5.0 % of the time.");
    }

    @Test
    void whatFailsIsSaidNotTriedAgainAndDoesNotStopTheOthers() throws Exception {
        RunRecord run = measure(new Fake("Ask", "broken"), new Fake("Ask", "y"));

        assertThat(order).containsExactly("Askbroken0", "Asky0", "Asky1", "Askbroken1", "Asky2");
        assertThat(run.failed())
                .singleElement()
                .asString()
                .startsWith("Ask(contender=broken) failed: it broke");
        assertThat(progress.toString()).contains("6 processes, about 2 minutes");
    }
}
