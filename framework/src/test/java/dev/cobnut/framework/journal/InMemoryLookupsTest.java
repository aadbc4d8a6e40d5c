package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryLookupsTest extends LookupsContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return InMemoryJournal.create(clock);
    }
}
