package dev.cobnut.framework.journal;

import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;

@NeedsPostgresDatabase
class PostgresCursorsTest extends SharedCursorsContract {

    private final PostgresSettings settings = PostgresDatabase.shared().newJournal();

    @Override
    SharedJournal open(Path folder, InstantSource clock) {
        return PostgresJournal.open(settings, clock);
    }

    @Override
    SharedJournal openAnother(SharedJournal first) {
        return PostgresJournal.open(settings, clock);
    }

    @Override
    void endTheTerm() {
        try (Connection connection = new PostgresConnections(settings).openWriter();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE cursors SET kept_until = clock_timestamp()");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
