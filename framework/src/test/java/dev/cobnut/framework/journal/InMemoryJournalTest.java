package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryJournalTest extends JournalContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return InMemoryJournal.create(clock, QUEUE_CAPACITY, GROUP_MAX);
    }
}
