package dev.cobnut.framework.subscription;

import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryEventsTest extends EventsContract {

    @Override
    protected Journal open(Path folder) {
        return InMemoryJournal.create(InstantSource.system());
    }
}
