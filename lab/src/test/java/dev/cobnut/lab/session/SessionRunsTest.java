package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.lab.measurement.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionRunsTest {

    private static final Map<String, String> PLAN = Map.of("load", "one", "capture", "5ms");
    private static final List<PlannedRun> ORDER = PlannedRun.inOrder(2);

    @TempDir Path raw;

    private final List<String> measured = new ArrayList<>();
    private boolean interrupted;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void allRunsAreMeasuredInTheirOrder() throws Exception {
        List<Run> runs = session(PLAN, false, SessionRunsTest::run);

        assertThat(measured).containsExactly("01-A", "02-B", "03-B", "04-A");
        assertThat(runs.stream().map(Run::id)).isEqualTo(measured);
    }

    @Test
    void afterAnInterruptionTheRunsThatAreCompleteAreReadAndTheOthersMeasured() throws Exception {
        RunMeasurer interrupted =
                (planned, folder) -> {
                    Files.writeString(folder.resolve("half"), "half");
                    if (planned.id().equals("03-B")) {
                        throw new InterruptedException();
                    }
                    return run(planned, folder);
                };
        assertThatThrownBy(() -> session(PLAN, false, interrupted))
                .isInstanceOf(InterruptedException.class);
        assertThat(raw.resolve("03-B/half")).exists();
        measured.clear();

        List<Run> runs = session(PLAN, false, SessionRunsTest::run);

        assertThat(measured).containsExactly("03-B", "04-A");
        assertThat(runs.stream().map(Run::id)).containsExactly("01-A", "02-B", "03-B", "04-A");
        assertThat(runs.getFirst()).isEqualTo(run(ORDER.getFirst(), raw));
        assertThat(raw.resolve("03-B/half")).doesNotExist();
    }

    @Test
    void aRunThatFailsIsKeptAsFailedAndTriedOnceMore() throws Exception {
        RunMeasurer failing =
                (planned, folder) -> {
                    if (measured.size() == 2) {
                        throw new IOException("The service died.");
                    }
                    return run(planned, folder);
                };

        List<Run> runs = session(PLAN, false, failing);

        assertThat(measured).containsExactly("01-A", "02-B", "02-B", "03-B", "04-A");
        assertThat(runs).hasSize(4);
        assertThat(raw.resolve("02-B-failed-1/failure.txt")).hasContent("The service died.");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("failed: The service died.");
    }

    @Test
    void aRunThatFailsTwiceEndsTheSessionAndMeasuredRunsAreKept() throws Exception {
        RunMeasurer failing =
                (planned, folder) -> {
                    if (planned.id().equals("02-B")) {
                        throw new IOException("The service died.");
                    }
                    return run(planned, folder);
                };

        assertThatThrownBy(() -> session(PLAN, false, failing))
                .isInstanceOf(SessionException.class)
                .hasMessageStartingWith("Run 02-B failed twice: The service died.")
                .hasMessageContaining("continues with this run");
        assertThat(measured).containsExactly("01-A", "02-B", "02-B");
        measured.clear();

        session(PLAN, false, SessionRunsTest::run);
        assertThat(measured).containsExactly("02-B", "03-B", "04-A");
    }

    @Test
    void aRunThatFailsAtShutdownIsNotTriedAgainAndDoesNotCountAsFailed() throws Exception {
        interrupted = true;
        RunMeasurer killed =
                (_, _) -> {
                    throw new IOException("The service died.");
                };

        assertThatThrownBy(() -> session(PLAN, false, killed))
                .isInstanceOf(SessionException.class)
                .hasMessage("Interrupted in run 01-A.");
        assertThat(measured).containsExactly("01-A");
        assertThat(raw.resolve("01-A-failed-1")).doesNotExist();
    }

    @Test
    void runsOfAnotherPlanAreNotMixedIn() throws Exception {
        session(PLAN, false, SessionRunsTest::run);
        Map<String, String> other = Map.of("load", "two", "capture", "5ms");

        assertThatThrownBy(() -> session(other, false, SessionRunsTest::run))
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("measured with another load; --fresh removes them");
        measured.clear();

        session(other, true, SessionRunsTest::run);
        assertThat(measured).hasSize(4);
    }

    @Test
    void oneSessionIsMeasuredByOneProcess() throws Exception {
        try (RawRuns _ = RawRuns.open(raw)) {
            assertThatThrownBy(() -> RawRuns.open(raw))
                    .isInstanceOf(SessionException.class)
                    .hasMessageStartingWith("Another process is measuring this session");
        }
        RawRuns.open(raw).close();
    }

    @Test
    void anUnreadableRunIsReportedWithItsFile() throws Exception {
        session(PLAN, false, SessionRunsTest::run);
        Files.writeString(raw.resolve("01-A/run.json"), "{\"id\":");

        assertThatThrownBy(() -> session(PLAN, false, SessionRunsTest::run))
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("01-A/run.json cannot be read as Run");
    }

    private List<Run> session(Map<String, String> plan, boolean fresh, RunMeasurer recorder)
            throws IOException, InterruptedException {
        Progress progress =
                new Progress(
                        new PrintStream(said, true, StandardCharsets.UTF_8), () -> Instant.EPOCH);
        progress.begin(ORDER.size(), 0, Duration.ofMinutes(1));
        try (RawRuns runs = RawRuns.open(raw)) {
            runs.begin(plan, fresh);
            RunMeasurer counted =
                    (planned, folder) -> {
                        measured.add(planned.id());
                        return recorder.record(planned, folder);
                    };
            return new SessionRuns(runs, counted, progress, () -> interrupted).complete(ORDER);
        }
    }

    private static Run run(PlannedRun planned, Path folder) {
        return new Run(
                planned.id(),
                planned.variant(),
                Instant.EPOCH,
                "abc",
                List.of("-Xmx1g"),
                List.of(),
                List.of(),
                new Run.Host(2, "processor", "kernel", "jdk"),
                1_000,
                null,
                List.of());
    }
}
