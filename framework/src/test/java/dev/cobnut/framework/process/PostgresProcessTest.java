package dev.cobnut.framework.process;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

@NeedsPostgresDatabase
class PostgresProcessTest extends ProcessContract {

    private @Nullable PostgresSettings settings;

    @Override
    Journal open(Path folder, InstantSource clock) {
        PostgresSettings known = settings;
        PostgresSettings of = known == null ? PostgresDatabase.shared().newJournal() : known;
        settings = of;
        return PostgresJournal.open(of, clock);
    }
}
