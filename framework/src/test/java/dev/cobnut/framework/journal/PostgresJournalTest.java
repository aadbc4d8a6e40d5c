package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

@NeedsPostgresDatabase
class PostgresJournalTest extends JournalContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return PostgresJournal.open(
                PostgresDatabase.shared()
                        .newJournal()
                        .withLimits(new PostgresSettings.Limits(QUEUE_CAPACITY, GROUP_MAX, 1, 2)),
                clock);
    }

    @Test
    void theServerSyncsEveryCommitToItsDisk() throws SQLException {
        PostgresConnections connections =
                new PostgresConnections(PostgresDatabase.shared().newJournal());
        try (Connection connection = connections.openWriter()) {
            PostgresServerSettings server = PostgresServerSettings.of(connection);
            assertThat(server.fsync()).isTrue();
            assertThat(server.fullPageWrites()).isTrue();
            assertThat(server.synchronousCommit()).isEqualTo("on");
        }
    }
}
