package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.autoconfigure.settings.SettingChecks;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings of the journal in PostgreSQL; see `docs/postgresql.md`.
///
/// @param url `jdbc:postgresql://host:port/database?sslmode=verify-full`; it contains the driver's
///   options, including those of TLS
/// @param user role that appends and reads
/// @param password password of that role; prefer `passwordFile`
/// @param passwordFile file whose first line is the password; read at the start
/// @param schema schema of the tables; the same for all members
/// @param writers number of connections that append, 1 to 4
/// @param readers most connections for queries
/// @param startTimeout longest time that a start waits for a server that does not answer
/// @param connectTimeout longest wait for one connection
/// @param statementTimeout time after which the server cancels a statement
/// @param lockTimeout time after which the server cancels the wait for a lock
/// @param borrowTimeout longest wait for a connection for a query when all are busy
/// @param migration creation and update of the tables
record PostgresProperties(
        @DefaultValue("jdbc:postgresql://127.0.0.1:5432/cobnut") String url,
        @DefaultValue("cobnut") String user,
        @DefaultValue("") String password,
        @Nullable Path passwordFile,
        @DefaultValue("cobnut") String schema,
        @DefaultValue("1") int writers,
        @DefaultValue("4") int readers,
        @DefaultValue("15s") Duration startTimeout,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("5s") Duration statementTimeout,
        @DefaultValue("3s") Duration lockTimeout,
        @DefaultValue("5s") Duration borrowTimeout,
        @DefaultValue MigrationProperties migration) {

    /// @param enabled true to create the tables and bring them up to date at the start
    /// @param user role that owns the tables; empty for the one that appends
    /// @param password password of that role
    /// @param passwordFile file whose first line is that password
    public record MigrationProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("") String user,
            @DefaultValue("") String password,
            @Nullable Path passwordFile) {

        private PostgresSettings.Migration settings(boolean readFile) {
            return new PostgresSettings.Migration(
                    enabled,
                    user,
                    readFile
                            ? secret(
                                    "cobnut.journal.postgresql.migration.password-file",
                                    password,
                                    passwordFile)
                            : password);
        }

        @Override
        public String toString() {
            return "MigrationProperties[enabled=" + enabled + ", user=" + user + "]";
        }
    }

    public PostgresProperties {
        SettingChecks.requireValid(
                "cobnut.journal.postgresql",
                () ->
                        new PostgresSettings(
                                url,
                                user,
                                password,
                                schema,
                                migration.settings(false),
                                new PostgresSettings.Limits(
                                        PostgresSettings.Limits.DEFAULT.queueCapacity(),
                                        PostgresSettings.Limits.DEFAULT.groupMax(),
                                        writers,
                                        readers),
                                timeouts(
                                        startTimeout,
                                        connectTimeout,
                                        statementTimeout,
                                        lockTimeout,
                                        borrowTimeout)));
    }

    private static PostgresSettings.Timeouts timeouts(
            Duration start, Duration connect, Duration statement, Duration lock, Duration borrow) {
        return new PostgresSettings.Timeouts(start, connect, statement, lock, borrow);
    }

    PostgresSettings settings(int queueCapacity, int groupMax) {
        return new PostgresSettings(
                url,
                user,
                secret("cobnut.journal.postgresql.password-file", password, passwordFile),
                schema,
                migration.settings(true),
                new PostgresSettings.Limits(queueCapacity, groupMax, writers, readers),
                timeouts(
                        startTimeout,
                        connectTimeout,
                        statementTimeout,
                        lockTimeout,
                        borrowTimeout));
    }

    private static String secret(String setting, String value, @Nullable Path file) {
        if (file == null) {
            return value;
        }
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new JournalException(
                    setting + " names " + file + ", which cannot be read (" + e + ")", e);
        }
    }

    @Override
    public String toString() {
        return "PostgresProperties[user=" + user + ", schema=" + schema + "]";
    }
}
