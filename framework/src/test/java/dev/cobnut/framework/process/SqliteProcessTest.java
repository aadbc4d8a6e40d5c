package dev.cobnut.framework.process;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.nio.file.Path;
import java.time.InstantSource;

class SqliteProcessTest extends ProcessContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(SqliteSettings.in(folder.resolve("data")), clock);
    }
}
