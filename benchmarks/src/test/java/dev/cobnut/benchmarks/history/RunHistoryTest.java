package dev.cobnut.benchmarks.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {

    @TempDir Path folder;

    private static final RunRecord OLDER =
            Runs.run(
                    0, "aaaa111", List.of(Runs.measured("Ask.trip", Map.of("n", "1"), 72, 10, 11)));
    private static final RunRecord NEWER =
            Runs.run(
                    1, "bbbb222", List.of(Runs.measured("Ask.trip", Map.of("n", "1"), 72, 12, 13)));

    private RunHistory written(RunRecord... runs) throws Exception {
        for (RunRecord run : runs) {
            Path _ = RunHistory.append(folder, run);
        }
        return RunHistory.in(folder);
    }

    @Test
    void whatIsAppendedIsReadAgainTheOldestFirst() throws Exception {
        RunHistory history = written(NEWER, OLDER);

        assertThat(history.runs()).containsExactly(OLDER, NEWER);
        assertThat(folder.resolve(Runs.PLACE.machine() + ".jsonl")).content().hasLineCount(2);
    }

    @Test
    void appendingLeavesTheLinesThatAreThere() throws Exception {
        Path file = RunHistory.append(folder, OLDER);
        String before = Files.readString(file);
        Path _ = RunHistory.append(folder, NEWER);

        assertThat(Files.readString(file)).startsWith(before).hasLineCount(2);
    }

    @Test
    void eachMachineHasAFileOfItsOwn() throws Exception {
        RunEnvironment other = RunEnvironment.of(64, "another processor", 256, "Linux 6", "JDK 25");
        RunHistory history = written(OLDER, Runs.run(2, "cccc", other, Runs.FLAGS, List.of()));

        assertThat(history.runs()).hasSize(2);
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void aRunIsFoundByAgeIdCommitLabelOrFile() throws Exception {
        RunHistory history = written(OLDER, NEWER);

        assertThat(history.find("latest")).isEqualTo(NEWER);
        assertThat(history.find("latest~1")).isEqualTo(OLDER);
        assertThat(history.find(OLDER.id())).isEqualTo(OLDER);
        assertThat(history.find("aaaa")).isEqualTo(OLDER);
        assertThat(history.find("full")).as("the newest of several").isEqualTo(NEWER);
        Path file = Files.writeString(folder.resolve("one.json"), RunHistory.json(OLDER));
        assertThat(history.find(file.toString())).isEqualTo(OLDER);
    }

    @Test
    void whatIsNotThereIsSaidInOneSentence() throws Exception {
        assertThatThrownBy(() -> RunHistory.in(folder.resolve("nowhere")).find("latest"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Nothing has been recorded in");
        RunHistory history = written(OLDER, NEWER);

        assertThatThrownBy(() -> history.find("dddd"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("No recorded run is called 'dddd'")
                .hasMessageContaining(OLDER.id());
        assertThatThrownBy(() -> history.find("latest~2"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("only 2 recorded runs");
    }

    @Test
    void aFileThatIsNoHistoryIsRefusedWithItsLine() throws Exception {
        Path file = RunHistory.append(folder, OLDER);
        Files.writeString(file, RunHistory.json(OLDER) + "\n{\"schema\":1,\"id\":\"x\"}\n");
        assertThatThrownBy(() -> RunHistory.in(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 2 of " + file);

        Files.writeString(file, "no json");
        assertThatThrownBy(() -> RunHistory.in(folder)).isInstanceOf(InvalidInputException.class);

        Files.writeString(file, RunHistory.json(OLDER).replace("\"schema\":1", "\"schema\":2"));
        assertThatThrownBy(() -> RunHistory.in(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("form 2");

        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> RunHistory.in(folder)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aForkWithoutAllocationIsKept() throws Exception {
        BenchmarkResult scenario =
                new BenchmarkResult(
                        "Idle.cpu",
                        new TreeMap<>(Map.of(BenchmarkResult.CONTENDER, "cobnut")),
                        Mode.COST,
                        "% of a core",
                        Runs.SETTINGS,
                        List.of(new Fork(0, List.of(0.3), null)));
        RunRecord run = Runs.run(3, "dddd", List.of(scenario));

        assertThat(written(run).runs()).containsExactly(run);
        assertThat(scenario.key()).isEqualTo("Idle.cpu(contender=cobnut)");
        assertThat(scenario.group()).isEqualTo("Idle.cpu");
    }

    @Test
    void runsAreComparableOnlyOnOneMachineWithOneJdkAndOneSetOfFlags() {
        assertThat(RunComparability.refusals(OLDER, NEWER)).isEmpty();

        RunEnvironment other = RunEnvironment.of(4, "a processor", 8, "Linux 6", "JDK 26");
        RunRecord elsewhere = Runs.run(2, "cccc", other, List.of("-Xmx1g"), List.of());
        assertThat(RunComparability.refusals(OLDER, elsewhere))
                .satisfiesExactly(
                        machine -> assertThat(machine).contains("machines", "2 ×", "4 ×"),
                        jdk -> assertThat(jdk).contains("JDK 25", "JDK 26"),
                        flags -> assertThat(flags).contains("-Xmx512m", "-Xmx1g"));
    }
}
