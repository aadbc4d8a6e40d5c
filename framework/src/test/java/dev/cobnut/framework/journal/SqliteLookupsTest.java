package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

class SqliteLookupsTest extends LookupsContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(SqliteSettings.in(folder), clock);
    }
}
