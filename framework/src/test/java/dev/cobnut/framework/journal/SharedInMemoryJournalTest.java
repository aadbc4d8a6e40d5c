package dev.cobnut.framework.journal;

import java.time.InstantSource;

class SharedInMemoryJournalTest extends SharedJournalContract {

    @Override
    SharedJournal openFirst() {
        return InMemoryJournal.create(InstantSource.system());
    }

    @Override
    SharedJournal openAnother(SharedJournal first) {
        return ((InMemoryJournal) first).sibling();
    }
}
