package dev.cobnut.framework.subscription;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.nio.file.Path;
import java.time.InstantSource;

class SqliteEventsTest extends EventsContract {

    @Override
    protected Journal open(Path folder) {
        return SqliteJournal.open(
                SqliteSettings.in(folder.resolve("data")), InstantSource.system());
    }
}
