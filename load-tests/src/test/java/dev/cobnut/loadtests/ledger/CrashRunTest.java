package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.service.ServiceCommand;
import dev.cobnut.loadtests.standin.StandInService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The harness itself, against real processes that are really killed.
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
                run(
                        StandInService.command()
                                .with("--cobnut.journal.durability=acknowledge-then-commit"));

        assertThat(report.lost()).isPositive();
        assertThat(report.found()).isEqualTo(report.acknowledged() - report.lost());
        assertThat(report.findings()).anyMatch(finding -> finding.kind().isLoss());
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
                new CrashRun.Settings(command, folder, 2, 8, 150, 10, Duration.ofSeconds(30), 42));
    }
}
