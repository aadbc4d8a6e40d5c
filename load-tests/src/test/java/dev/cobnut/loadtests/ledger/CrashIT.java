package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.early.EarlyAcknowledgementJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A SIGKILL loses no acknowledged command. The test does not cover loss of power.
///
/// `./cobnut test` kills three times, and `./cobnut test --thorough` thirty times.
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class CrashIT {

    private static final int KILLS = TestRounds.of(3, 30);

    private static final Path REPORTS = Path.of("target");

    /// So many that one of them comes between an answer and its commit.
    private static final int EARLY_KILLS = 3;

    @TempDir Path folder;

    @Test
    void killsUnderLoadLoseNothingThatWasAcknowledged() throws Exception {
        long seed = Long.getLong("cobnut.seed", System.nanoTime());
        CrashReport report = run(RealService.command(), KILLS, seed);
        Files.writeString(REPORTS.resolve("crash-report.json"), report.toJson());

        assertThat(report.findings()).as(report.toJson()).isEmpty();
        assertThat(report.lost()).isZero();
        assertThat(report.acknowledged()).isGreaterThanOrEqualTo(40L * KILLS);
    }

    @Test
    void aServiceThatAcknowledgesBeforeItCommitsIsReportedAsLosing() throws Exception {
        ServiceCommand early = RealService.command(EarlyAcknowledgementJar.in(folder));
        CrashReport report = run(early, EARLY_KILLS, 1);
        Files.writeString(REPORTS.resolve("crash-report-early.json"), report.toJson());

        assertThat(report.lost())
                .as(report.toJson())
                .isPositive()
                .isLessThan(report.acknowledged());
    }

    private CrashReport run(ServiceCommand command, int rounds, long seed) throws Exception {
        return CrashRun.run(
                new CrashRun.Settings(
                        command, folder, rounds, 16, 800, 100, RealService.READY_MAX, 1, seed));
    }
}
