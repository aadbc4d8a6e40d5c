package dev.cobnut.framework.journal;

import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.time.InstantSource;

@NeedsPostgresDatabase
class PostgresBoundaryTest extends BoundaryContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return PostgresJournal.open(
                PostgresDatabase.shared()
                        .newJournal()
                        .withLimits(
                                new PostgresSettings.Limits(
                                        JournalContract.QUEUE_CAPACITY, GROUP_MAX, 1, 2)),
                clock);
    }
}
