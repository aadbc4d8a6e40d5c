package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.RealService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// As [CrashIT], with the journal in PostgreSQL. The service is killed; the database server keeps
/// running.
@NeedsPostgres
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class CrashPostgresIT {

    private static final int ROUNDS = TestRounds.of(1, 3);

    @TempDir Path folder;

    @Test
    void killsUnderLoadLoseNothingThatWasAcknowledged() throws Exception {
        ServiceCommand command = inPostgres(RealService.command(), folder);
        CrashReport report =
                CrashRun.run(
                        new CrashRun.Settings(
                                command,
                                folder.resolve("run"),
                                ROUNDS,
                                16,
                                800,
                                100,
                                RealService.READY_MAX,
                                1,
                                Long.getLong("cobnut.seed", System.nanoTime())));
        Files.writeString(Path.of("target", "crash-report-postgresql.json"), report.toJson());

        assertThat(report.findings()).as(report.toJson()).isEmpty();
        assertThat(report.lost()).isZero();
        assertThat(report.acknowledged()).isGreaterThanOrEqualTo(40L * ROUNDS);
    }

    /// The service with its journal in a new schema of the shared server.
    static ServiceCommand inPostgres(ServiceCommand service, Path folder) throws IOException {
        PostgresServer server = PostgresServer.shared();
        Path password =
                Files.writeString(folder.resolve("password"), PostgresServer.PASSWORD + "\n");
        return service.with(
                "--cobnut.journal.type=postgresql",
                "--cobnut.journal.postgresql.url=" + server.url(),
                "--cobnut.journal.postgresql.user=" + PostgresServer.OWNER,
                "--cobnut.journal.postgresql.password-file=" + password,
                "--cobnut.journal.postgresql.schema=" + PostgresServer.newSchema());
    }
}
