package dev.cobnut.framework.journal;

import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.time.InstantSource;

@NeedsPostgresDatabase
class PostgresSnapshotsTest extends SnapshotsContract {

    private final PostgresSettings settings = PostgresDatabase.shared().newJournal();

    @Override
    Journal open(Path folder) {
        return PostgresJournal.open(settings, InstantSource.system());
    }
}
