package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryCursorsTest extends SharedCursorsContract {

    @Override
    SharedJournal open(Path folder, InstantSource clock) {
        return InMemoryJournal.create(clock);
    }

    @Override
    SharedJournal openAnother(SharedJournal first) {
        return ((InMemoryJournal) first).sibling();
    }

    @Override
    void endTheTerm() {
        clock.move(TERM);
    }
}
