package dev.cobnut.framework.handler;

import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;

/// The journal and the application have schemas of their own in one PostgreSQL.
@NeedsPostgresDatabase
class PostgresHandlerCrashTest extends HandlerCrashContract {

    private final PostgresSettings journal = PostgresDatabase.shared().newJournal();
    private final String schema = journal.schema() + "_application";

    @BeforeEach
    void createSchema() throws SQLException {
        run("CREATE SCHEMA " + schema);
    }

    @Override
    String application() {
        return journal.url()
                + "?user="
                + journal.user()
                + "&password="
                + journal.password()
                + "&currentSchema="
                + schema;
    }

    @Override
    KilledHandlers.Store store() {
        return new KilledHandlers.InPostgres(journal);
    }

    /// The term of the killed owner is over. Otherwise its successor would wait for 15 s.
    @Override
    void killed() throws SQLException {
        run("UPDATE " + journal.schema() + ".cursors SET kept_until = NULL");
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(application());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
