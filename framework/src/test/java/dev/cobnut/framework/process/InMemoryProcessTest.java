package dev.cobnut.framework.process;

import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

class InMemoryProcessTest extends ProcessContract {

    private @Nullable InMemoryJournal first;

    @Override
    Journal open(Path folder, InstantSource clock) {
        InMemoryJournal before = first;
        InMemoryJournal next = before == null ? InMemoryJournal.create(clock) : before.sibling();
        first = next;
        return next;
    }
}
