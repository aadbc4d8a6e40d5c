package dev.cobnut.framework.handler;

import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryHandlersTest extends HandlersContract {

    @Override
    Journal open(Path folder) {
        return InMemoryJournal.create(InstantSource.system());
    }
}
