package dev.cobnut.framework.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.ds.PGSimpleDataSource;

/// Migrates the tables to the version that this code needs, by Flyway's numbered scripts beside
/// `V1__journal.sql`. Flyway lets members that start at the same time wait for each other.
///
/// SQLite's schema does not use Flyway: a file that one process opens needs no history, and every
/// start would be slower (ADR 20).
final class PostgresSchema {

    /// The newest script.
    static final int VERSION = 8;

    private static final String SCRIPTS = "classpath:dev/cobnut/framework/journal/postgresql";

    private final PostgresSettings settings;

    PostgresSchema(PostgresSettings settings) {
        this.settings = settings;
    }

    void migrateIfEnabled() {
        PostgresSettings.Migration migration = settings.migration();
        if (!migration.enabled()) {
            return;
        }
        boolean own = migration.user().isEmpty();
        String user = own ? settings.user() : migration.user();
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(settings.url());
        if (settings.hasSeveralHosts() && "any".equals(source.getTargetServerType())) {
            source.setTargetServerType("primary");
        }
        source.setUser(user);
        source.setPassword(own ? settings.password() : migration.password());
        source.setApplicationName("cobnut-journal-migration");
        try {
            Flyway.configure(PostgresSchema.class.getClassLoader())
                    .dataSource(source)
                    .schemas(settings.schema())
                    .defaultSchema(settings.schema())
                    .locations(SCRIPTS)
                    .placeholders(Map.of("role", '"' + settings.user().replace("\"", "\"\"") + '"'))
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw failed(user, e);
        }
    }

    private JournalException failed(String user, FlywayException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return PostgresFailure.atOpen(settings, user, sql);
            }
        }
        return new JournalException(
                "the tables of the journal in "
                        + settings.place()
                        + " could not be brought to version "
                        + VERSION
                        + ": "
                        + failure.getMessage(),
                failure);
    }

    /// The oldest version whose members may use tables that are newer than they are.
    private static int usableSince(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT usable_since()");
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getInt(1) : Integer.MAX_VALUE;
        }
    }

    /// Refuses missing tables, and tables of another version. Newer tables are used when they say
    /// so: during a rolling upgrade a member of the older version may have to start again.
    void check(Connection connection) {
        String place = settings.place() + ", schema " + settings.schema();
        try (PreparedStatement statement =
                        connection.prepareStatement(
                                "SELECT max(version::integer) FROM flyway_schema_history WHERE success AND version IS NOT NULL");
                ResultSet row = statement.executeQuery()) {
            int version = row.next() ? row.getInt(1) : 0;
            if (version < VERSION || (version > VERSION && usableSince(connection) > VERSION)) {
                throw new JournalException(
                        place
                                + " has version "
                                + version
                                + " of the journal's tables, this version of Cobnut needs "
                                + VERSION
                                + (version > VERSION
                                        ? "; start the newer version of Cobnut"
                                        : "; start once with the migration enabled"),
                        null);
            }
        } catch (SQLException e) {
            if ("42P01".equals(e.getSQLState()) || "3F000".equals(e.getSQLState())) {
                throw new JournalException(
                        place
                                + " has no tables of the journal; start once with the migration enabled",
                        e);
            }
            throw PostgresFailure.atOpen(settings, settings.user(), e);
        }
    }
}
