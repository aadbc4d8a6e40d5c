package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryBoundaryTest extends BoundaryContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return InMemoryJournal.create(clock, JournalContract.QUEUE_CAPACITY, GROUP_MAX);
    }
}
