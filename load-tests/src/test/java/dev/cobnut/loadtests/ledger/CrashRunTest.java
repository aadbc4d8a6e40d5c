package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.service.ServiceCommand;
import dev.cobnut.loadtests.standin.StandInService;
import java.nio.file.Path;
import java.time.Duration;
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
        assertThat(report.found()).isEqualTo(report.acknowledged()).isGreaterThan(80);
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
    void theReportIsReadableByMachines() throws Exception {
        CrashReport report = run(StandInService.command());

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
                new CrashRun.Settings(command, folder, 2, 8, 300, 30, Duration.ofSeconds(30), 42));
    }
}
