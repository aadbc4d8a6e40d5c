package dev.cobnut.framework.table;

import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryTablesTest extends TablesContract {

    @Override
    Journal open(Path folder) {
        return InMemoryJournal.create(InstantSource.system());
    }
}
