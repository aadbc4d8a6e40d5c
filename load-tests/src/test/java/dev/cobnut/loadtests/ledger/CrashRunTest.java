package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.standin.StandInService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tests the harness against real processes, which it kills.
class CrashRunTest {

    @TempDir Path folder;

    @Test
    void aServiceThatWritesBeforeItAnswersLosesNothing() throws Exception {
        CrashReport report = run(StandInService.command());

        assertThat(report.findings()).isEmpty();
        assertThat(report.lost()).isZero();
        assertThat(report.found()).isEqualTo(report.acknowledged()).isGreaterThanOrEqualTo(80);
        assertThat(report.lossPerCrashBelow()).isEqualTo(1.5);
        assertThat(report.repeated()).isPositive();
    }

    @Test
    void aServiceThatAnswersBeforeItWritesIsCaught() throws Exception {
        CrashReport report =
                run(StandInService.command().with("--stand-in.acknowledge-first=true"));

        assertThat(report.lost()).isPositive();
        assertThat(report.found()).isEqualTo(report.acknowledged() - report.lost());
        assertThat(report.findings()).anyMatch(finding -> finding.kind().isLoss());
    }

    /// A test's time-out interrupts; the workers once went on for ever, and the build with them.
    @Test
    void anInterruptionEndsTheRunAndItsWorkers() throws Exception {
        CrashRun.Settings endless =
                new CrashRun.Settings(
                        StandInService.command(),
                        folder,
                        1,
                        4,
                        Integer.MAX_VALUE,
                        10,
                        Duration.ofMinutes(4),
                        1,
                        42);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread run =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                CrashRun.run(endless);
                            } catch (Exception e) {
                                end.set(e);
                            }
                        });
        Path ledger = folder.resolve("ledger-1.jsonl");
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Files.exists(ledger) && Files.size(ledger) > 0);

        run.interrupt();

        assertThat(run.join(Duration.ofMinutes(2))).isTrue();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void theReportIsReadableByMachines() {
        CrashReport report = new CrashReport(1, 2, 3, 3, 0, 1.5, 0, 0, 0, 0, 0, 9, 0, List.of());

        JsonNode json = JsonMapper.shared().readTree(report.toJson());

        assertThat(json.propertyNames())
                .containsExactly(
                        "seed",
                        "crashes",
                        "acknowledged",
                        "found",
                        "lost",
                        "lossPerCrashBelow",
                        "refused",
                        "unknown",
                        "unknownTookEffect",
                        "repeated",
                        "duplicates",
                        "longestUnavailableMs",
                        "findingCount",
                        "findings");
    }

    private CrashReport run(ServiceCommand command) throws Exception {
        return CrashRun.run(
                new CrashRun.Settings(
                        command, folder, 2, 8, 150, 10, Duration.ofMinutes(4), 1, 42));
    }
}
