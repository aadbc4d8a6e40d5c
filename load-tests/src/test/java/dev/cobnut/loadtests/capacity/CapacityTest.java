package dev.cobnut.loadtests.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityTest {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir Path folder;

    @Test
    void thePageShowsWhatTheModelComputesFromTheStoredFigures() throws Exception {
        String page = Files.readString(HOME.resolve(CapacityCommand.PAGE));

        assertThat(CapacityCommand.with(page, CapacityTables.of(new Model(Inputs.of(HOME)))))
                .as("./cobnut capacity --write brings it up to date")
                .isEqualTo(page);
    }

    @Test
    void twiceTheCostIsTwiceTheNodesAndHalfTheJournalIsTwiceTheCells() throws Exception {
        Model base = model(1_000, 20_000);

        assertThat(base.limit()).isEqualTo(Model.Limit.PROCESSORS);
        assertThat(model(2_000, 20_000).ordersPerNode()).isEqualTo(base.ordersPerNode() / 2);
        assertThat(model(2_000, 20_000).plan(100_000).nodes())
                .isEqualTo(2 * base.plan(100_000).nodes());
        Model narrow = model(1_000, 1_000);
        assertThat(narrow.limit()).isEqualTo(Model.Limit.JOURNAL);
        assertThat(model(1_000, 500).plan(100_000).cells())
                .isEqualTo(2 * narrow.plan(100_000).cells());
    }

    @Test
    void aCellHasNeverFewerMembersThanAMajorityNeeds() throws Exception {
        Model.Plan plan = model(1_000, 20_000).plan(1);

        assertThat(plan.cells()).isEqualTo(1);
        assertThat(plan.nodes()).isEqualTo(3);
    }

    @Test
    void aFigureThatIsNotThereIsNamed() throws Exception {
        Files.writeString(folder.resolve("figures.json"), "{\"a\":{\"b\":\"text\"}}");

        assertThatThrownBy(() -> Input.measured("b", folder, "figures.json", "/a/b"))
                .isInstanceOf(IOException.class)
                .hasMessage("There is no number /a/b in figures.json.");
    }

    @Test
    void numbersShowThreeDigits() {
        assertThat(CapacityTables.number(585.576)).isEqualTo("586");
        assertThat(CapacityTables.number(2.5714)).isEqualTo("2.57");
        assertThat(CapacityTables.number(12_345.6)).isEqualTo("12,300");
        assertThat(CapacityTables.number(0.6)).isEqualTo("0.6");
    }

    /// One request and one event per order, nothing in reserve, one processor per node, ten
    /// members.
    private static Model model(double cpuMicros, double journalEvents) {
        return new Model(
                new Inputs(
                        of(cpuMicros),
                        of(cpuMicros),
                        of(1),
                        of(1),
                        of(100),
                        of(1),
                        of(journalEvents),
                        of(1),
                        of(10),
                        of(1)));
    }

    private static Input of(double value) {
        return Input.assumed("x", value, "a test");
    }
}
