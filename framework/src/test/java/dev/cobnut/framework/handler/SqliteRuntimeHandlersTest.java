package dev.cobnut.framework.handler;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.nio.file.Path;
import java.time.InstantSource;

class SqliteRuntimeHandlersTest extends RuntimeHandlersTest {

    @Override
    Journal open(Path folder) {
        return SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
    }
}
