package dev.cobnut.framework.feed;

import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import java.nio.file.Path;
import java.time.InstantSource;

class InMemoryFeedTest extends FeedContract {

    @Override
    protected Journal open(Path folder) {
        return InMemoryJournal.create(InstantSource.system());
    }
}
