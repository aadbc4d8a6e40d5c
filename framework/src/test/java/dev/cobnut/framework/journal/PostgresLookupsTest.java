package dev.cobnut.framework.journal;

import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.time.InstantSource;

@NeedsPostgresDatabase
class PostgresLookupsTest extends LookupsContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return PostgresJournal.open(PostgresDatabase.shared().newJournal(), clock);
    }
}
