package dev.cobnut.framework.journal;

import java.time.Duration;
import java.util.regex.Pattern;

/// Settings of a [PostgresJournal].
///
/// @param url `jdbc:postgresql://host:port/database`, with the driver's options behind `?`: TLS is
///   `sslmode=verify-full`, of several hosts the primary is taken
/// @param user the role that reads and appends
/// @param password of that role; empty when the server asks for none
/// @param schema schema of the tables; the same for all members of a cluster
/// @param migration the role that creates and changes the tables
/// @param limits queues and connections
/// @param timeouts limits of all waits
public record PostgresSettings(
        String url,
        String user,
        String password,
        String schema,
        Migration migration,
        Limits limits,
        Timeouts timeouts) {

    static final String URL_PREFIX = "jdbc:postgresql:";

    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    /// @param enabled false: the tables must be there already, in the version that is needed
    /// @param user role that owns the tables; empty for the role that appends
    /// @param password of that role
    public record Migration(boolean enabled, String user, String password) {

        /// The role that appends also migrates.
        public static final Migration BY_THE_SAME_ROLE = new Migration(true, "", "");

        @Override
        public String toString() {
            return "Migration[enabled=" + enabled + ", user=" + user + ", password=***]";
        }
    }

    /// @param queueCapacity most appends that wait; more are answered `Unavailable`
    /// @param groupMax most commands that share one commit
    /// @param writers connections that append; a stream always goes to the same one
    /// @param readers most connections for queries; further callers wait
    public record Limits(int queueCapacity, int groupMax, int writers, int readers) {

        public static final int WRITERS_DEFAULT = 1;
        public static final int READERS_DEFAULT = 4;

        public static final Limits DEFAULT =
                new Limits(
                        SqliteSettings.QUEUE_CAPACITY_DEFAULT,
                        SqliteSettings.GROUP_MAX_DEFAULT,
                        WRITERS_DEFAULT,
                        READERS_DEFAULT);

        public Limits {
            if (writers < 1 || writers > 4) {
                throw new IllegalArgumentException(
                        "writers must be from 1 to 4 connections, but was " + writers);
            }
            if (queueCapacity < 2 * writers || queueCapacity > 1_048_576) {
                throw new IllegalArgumentException(
                        "queueCapacity must be from 2 per writer to 1048576 appends, but was "
                                + queueCapacity);
            }
            if (groupMax < 1 || groupMax > 4_096) {
                throw new IllegalArgumentException(
                        "groupMax must be from 1 to 4096 commands, but was " + groupMax);
            }
            if (readers < 1 || readers > 64) {
                throw new IllegalArgumentException(
                        "readers must be from 1 to 64 connections, but was " + readers);
            }
        }
    }

    /// @param start how long an opening waits for a server that does not answer yet
    /// @param connect longest wait for one connection
    /// @param statement the server ends a statement that takes longer
    /// @param lock the server ends a wait for a lock that takes longer
    /// @param borrow longest wait for a reader's connection when all are busy
    public record Timeouts(
            Duration start, Duration connect, Duration statement, Duration lock, Duration borrow) {

        /// A socket waits this much longer than the limit after which the server ends the
        /// statement.
        private static final Duration SOCKET_MARGIN = Duration.ofSeconds(3);

        private static final Duration MAX = Duration.ofMinutes(5);

        public static final Timeouts DEFAULT =
                new Timeouts(
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(5));

        public Timeouts {
            if (start.isNegative() || start.compareTo(MAX) > 0) {
                throw new IllegalArgumentException(
                        "startTimeout must be from 0 s to 5 min, but was " + start);
            }
            require("connectTimeout", connect, Duration.ofSeconds(1));
            require("statementTimeout", statement, Duration.ofMillis(100));
            require("lockTimeout", lock, Duration.ofMillis(100));
            require("borrowTimeout", borrow, Duration.ofMillis(250));
        }

        private static void require(String name, Duration value, Duration min) {
            if (value.compareTo(min) < 0 || value.compareTo(MAX) > 0) {
                throw new IllegalArgumentException(
                        name
                                + " must be from "
                                + min.toMillis()
                                + " ms to 5 min, but was "
                                + value);
            }
        }

        /// A connection without an answer for so long counts as lost.
        Duration socket() {
            return statement.plus(SOCKET_MARGIN);
        }
    }

    public PostgresSettings {
        if (!url.startsWith(URL_PREFIX)) {
            throw new IllegalArgumentException(
                    "url must begin with " + URL_PREFIX + "//, but was '" + url + "'");
        }
        if (user.isEmpty()) {
            throw new IllegalArgumentException(
                    "user must be the name of a PostgreSQL role, but was empty");
        }
        if (!NAME.matcher(schema).matches()) {
            throw new IllegalArgumentException(
                    "schema must be a lower-case name, but was '" + schema + "'");
        }
    }

    /// The defaults, in the schema `cobnut`.
    public static PostgresSettings of(String url, String user, String password) {
        return new PostgresSettings(
                url,
                user,
                password,
                "cobnut",
                Migration.BY_THE_SAME_ROLE,
                Limits.DEFAULT,
                Timeouts.DEFAULT);
    }

    public PostgresSettings withSchema(String schema) {
        return new PostgresSettings(url, user, password, schema, migration, limits, timeouts);
    }

    PostgresSettings withUrl(String url) {
        return new PostgresSettings(url, user, password, schema, migration, limits, timeouts);
    }

    PostgresSettings withMigration(Migration migration) {
        return new PostgresSettings(url, user, password, schema, migration, limits, timeouts);
    }

    public PostgresSettings withLimits(Limits limits) {
        return new PostgresSettings(url, user, password, schema, migration, limits, timeouts);
    }

    PostgresSettings withTimeouts(Timeouts timeouts) {
        return new PostgresSettings(url, user, password, schema, migration, limits, timeouts);
    }

    boolean hasSeveralHosts() {
        return place().contains(",");
    }

    /// The url without its options, which may contain a password.
    String place() {
        int options = url.indexOf('?');
        return (options < 0 ? url : url.substring(0, options)).substring("jdbc:".length());
    }

    @Override
    public String toString() {
        return "PostgresSettings[" + place() + ", user=" + user + ", schema=" + schema + "]";
    }
}
