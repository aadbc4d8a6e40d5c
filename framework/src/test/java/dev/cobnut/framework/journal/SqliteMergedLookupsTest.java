package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

/// The lookups of a journal that merges each change at once.
class SqliteMergedLookupsTest extends LookupsContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(SqliteSettings.in(folder), 1, 1, clock);
    }
}
