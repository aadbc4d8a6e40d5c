package dev.cobnut.framework.journal;

import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

@NeedsPostgresDatabase
class SharedPostgresJournalTest extends SharedJournalContract {

    private final Map<SharedJournal, PostgresSettings> settings = new HashMap<>();

    @Override
    SharedJournal openFirst() {
        PostgresSettings ofItsOwn = PostgresDatabase.shared().newJournal();
        PostgresJournal journal = PostgresJournal.open(ofItsOwn, InstantSource.system());
        settings.put(journal, ofItsOwn);
        return journal;
    }

    @Override
    SharedJournal openAnother(SharedJournal first) {
        PostgresSettings same = Objects.requireNonNull(settings.get(first));
        return PostgresJournal.open(same, InstantSource.system());
    }
}
