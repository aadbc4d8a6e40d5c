package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Runs a session with the real service from its plan to its gate, with an interruption. B has a
/// planted slowdown, whose frames are in the stacks of B alone.
///
/// With `./cobnut test --thorough` there are more runs, and the gate must find the slowdown. On a
/// busy machine it cannot judge; the test is then skipped after all other checks. `ErrorRatesTest`
/// and `RecordedSessionsTest` cover the rate of false alarms of the gate, which needs many
/// sessions.
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class SmokeSessionIT {

    private static final int REPEATS = TestRounds.of(3, 4);

    private static final int COMPARED = 0;
    private static final int REGRESSED = 1;
    private static final int NOT_COMPARABLE = 3;
    private static final int ENDED_BY_SIGTERM = 143;
    private static final Duration RUN_MAX = Duration.ofMinutes(8);
    private static final Duration SESSION_MAX = Duration.ofMinutes(45);
    private static final Path COMMENT = Path.of("target/gate-smoke.md");
    private static final String BURN = "dev.cobnut.loadtests.variant.planted.PlantedSlowdown.burn";

    private static final String VARIANT = "{title: %s, jvm: [\"-XX:TieredStopAtLevel=1\"]%s}";
    private static final String PLANTED =
            ", plugins: [planted-slowdown], arguments: [\"--planted.micros-per-request=1000\"]";

    @TempDir Path root;

    @Test
    void aSessionGoesOnAfterAnInterruptionAndFindsThePlantedSlowdown() throws Exception {
        RealService.command();
        SessionFolder session = session("smoke", PLANTED);

        interruptInTheSecondRun(session);
        FileTime firstRun = Files.getLastModifiedTime(run(session, "01-A"));
        String said = runToItsEnd(session);

        assertThat(said)
                .contains("run 2 of %d (02-B): rehearsed the recording".formatted(2 * REPEATS))
                .doesNotContain("run 1 of ");
        assertThat(Files.getLastModifiedTime(run(session, "01-A"))).isEqualTo(firstRun);
        List<Run> runs = runs(session);
        assertThat(runs.stream().map(Run::id))
                .startsWith("01-A", "02-B", "03-B", "04-A", "05-A", "06-B")
                .hasSize(2 * REPEATS);
        assertThat(session.report()).isNotEmptyFile();
        assertThat(session.isCompared()).isTrue();
        thePlantedFrameIsInTheStacksOfBOnly(session, runs);

        theGateJudges(session);
    }

    private void interruptInTheSecondRun(SessionFolder session) throws Exception {
        Process process = start(session);
        try {
            long deadline = System.nanoTime() + RUN_MAX.toNanos();
            while (!Files.exists(session.raw().resolve("02-B"))) {
                assertThat(process.waitFor(100, TimeUnit.MILLISECONDS)).as(log(session)).isFalse();
                assertThat(System.nanoTime()).as(log(session)).isLessThan(deadline);
            }
            process.destroy();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
        } finally {
            process.destroyForcibly();
        }
        assertThat(log(session)).contains("the same command continues");
        assertThat(run(session, "01-A")).exists();
        assertThat(run(session, "02-B")).doesNotExist();
        assertThat(session.runsJson()).doesNotExist();
    }

    private String runToItsEnd(SessionFolder session) throws Exception {
        Process process = start(session);
        try {
            assertThat(process.waitFor(SESSION_MAX.toSeconds(), TimeUnit.SECONDS))
                    .as(log(session))
                    .isTrue();
            assertThat(process.exitValue()).as(log(session)).isZero();
            return log(session);
        } finally {
            process.destroy();
        }
    }

    private static void thePlantedFrameIsInTheStacksOfBOnly(SessionFolder session, List<Run> runs)
            throws IOException {
        StackTable cpu = StackTable.read(session.stacks("steady", ProfileEvent.CPU));
        assertThat(cpu.runs()).isEqualTo(runs.stream().map(Run::id).toList());
        long[] burnt = new long[cpu.runs().size()];
        cpu.forEach((stack, counts) -> {
            for (int run = 0; run < burnt.length && stack.contains(BURN); run++) {
                burnt[run] += counts.get(run).samples();
            }
        });
        for (Run run : runs) {
            long samples = burnt[cpu.runs().indexOf(run.id())];
            if (run.variant().equals("A")) {
                assertThat(samples).as(run.id()).isZero();
            } else {
                assertThat(samples).as(run.id()).isPositive();
            }
        }
    }

    private static void theGateJudges(SessionFolder session) {
        StringWriter out = new StringWriter();
        int code =
                LoadTests.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute(
                                "session",
                                "check",
                                session.folder().toString(),
                                "--comment",
                                COMMENT.toString());
        assertThat(COMMENT).content().contains("The gate ");
        assertThat(code).as(out.toString()).isIn(COMPARED, REGRESSED, NOT_COMPARABLE);
        if (TestRounds.areThorough()) {
            Assumptions.assumeFalse(
                    code == NOT_COMPARABLE, "the machine was busy with something else: " + out);
            assertThat(code).as(out.toString()).isEqualTo(REGRESSED);
            assertThat(out.toString()).contains("The gate FAILS: regressed by");
        }
    }

    private SessionFolder session(String name, String b) throws IOException {
        Path folder =
                Files.createDirectories(root.resolve("docs").resolve("sessions").resolve(name));
        Files.writeString(
                folder.resolve("session.yaml"),
                """
                name: %s
                title: Smoke
                question: Is a planted slowdown found?
                variants:
                  A: %s
                  B: %s
                load: {simulation: place, warmUp: 4s, steady: {max: 4s}}
                windows:
                  - {name: steady, perSecond: 100, length: 6s, events: [cpu]}
                repeats: %d
                """
                        .formatted(
                                name,
                                VARIANT.formatted("before", ""),
                                VARIANT.formatted("after", b),
                                REPEATS));
        return new SessionFolder(folder);
    }

    private Process start(SessionFolder session) throws IOException {
        return new ProcessBuilder(
                        ServiceCommand.java(),
                        "-Dcobnut.home=" + ServiceCommand.home(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadTests.class.getName(),
                        "session",
                        "run",
                        session.folder().resolve("session.yaml").toString(),
                        "--root",
                        root.toString())
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("session.log").toFile())
                .start();
    }

    private String log(SessionFolder session) throws IOException {
        return session.name() + ":\n" + Files.readString(root.resolve("session.log"));
    }

    private static Path run(SessionFolder session, String id) {
        return session.raw().resolve(id).resolve("run.json");
    }

    private static List<Run> runs(SessionFolder session) throws IOException {
        return JsonMapper.shared()
                .readValue(Files.readString(session.runsJson()), new TypeReference<List<Run>>() {});
    }
}
