package dev.cobnut.framework.subscription;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.time.InstantSource;

@NeedsPostgresDatabase
class PostgresEventsTest extends EventsContract {

    @Override
    protected Journal open(Path folder) {
        return PostgresJournal.open(PostgresDatabase.shared().newJournal(), InstantSource.system());
    }
}
