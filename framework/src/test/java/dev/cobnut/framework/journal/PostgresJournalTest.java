package dev.cobnut.framework.journal;

import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.nio.file.Path;
import java.time.InstantSource;

@NeedsPostgres
class PostgresJournalTest extends JournalContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return PostgresJournal.open(
                PostgresServer.shared()
                        .newJournal()
                        .withLimits(new PostgresSettings.Limits(QUEUE_CAPACITY, GROUP_MAX, 1, 2)),
                clock);
    }
}
