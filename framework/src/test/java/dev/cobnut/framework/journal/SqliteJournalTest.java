package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

class SqliteJournalTest extends JournalContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(
                SqliteSettings.in(folder.resolve("data")).withQueue(QUEUE_CAPACITY, GROUP_MAX),
                clock);
    }
}
