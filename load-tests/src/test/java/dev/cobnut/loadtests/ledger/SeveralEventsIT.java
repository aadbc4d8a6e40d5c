package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.several.SeveralEvents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// As [CrashIT], with commands that write three events each. After a SIGKILL all of them are there
/// or none is.
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class SeveralEventsIT {

    private static final int ROUNDS = TestRounds.of(1, 3);

    @TempDir Path folder;

    @Test
    void killsUnderLoadLeaveNoCommandWithSomeOfItsEvents() throws Exception {
        verify("several", RealService.command(SeveralEvents.in(folder)));
    }

    @Test
    @NeedsPostgres
    void killsUnderLoadLeaveNoCommandWithSomeOfItsEventsInPostgresql() throws Exception {
        ServiceCommand several = RealService.command(SeveralEvents.in(folder));
        verify("several-postgresql", CrashPostgresIT.inPostgres(several, folder));
    }

    private void verify(String name, ServiceCommand command) throws Exception {
        CrashReport report =
                CrashRun.run(
                        new CrashRun.Settings(
                                command,
                                folder.resolve("run"),
                                ROUNDS,
                                16,
                                400,
                                100,
                                RealService.READY_MAX,
                                SeveralEvents.PER_COMMAND,
                                Long.getLong("cobnut.seed", System.nanoTime())));
        Files.writeString(Path.of("target", "crash-report-" + name + ".json"), report.toJson());

        assertThat(report.findings()).as(report.toJson()).isEmpty();
        assertThat(report.lost()).isZero();
        assertThat(report.acknowledged()).isGreaterThanOrEqualTo(40L * ROUNDS);
    }
}
