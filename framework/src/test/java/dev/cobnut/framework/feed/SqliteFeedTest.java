package dev.cobnut.framework.feed;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.nio.file.Path;
import java.time.InstantSource;

class SqliteFeedTest extends FeedContract {

    @Override
    protected Journal open(Path folder) {
        return SqliteJournal.open(
                SqliteSettings.in(folder.resolve("data")), InstantSource.system());
    }
}
