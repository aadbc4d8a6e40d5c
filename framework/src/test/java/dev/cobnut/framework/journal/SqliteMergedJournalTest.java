package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

/// The contract with a journal that merges each key, and each change of a lookup, at once.
class SqliteMergedJournalTest extends JournalContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(
                SqliteSettings.in(folder.resolve("data")).withQueue(QUEUE_CAPACITY, GROUP_MAX),
                1,
                1,
                clock);
    }
}
