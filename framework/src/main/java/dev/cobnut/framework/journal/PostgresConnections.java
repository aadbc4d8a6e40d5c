package dev.cobnut.framework.journal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/// Opens connections to the journal's server, all with the same limits. Refuses a server that
/// cannot keep the journal's promises.
///
/// Every statement of the journal uses an index. A connection keeps its plans, possibly from a time
/// when the tables were empty. So sequential scans are off and plans are generic.
final class PostgresConnections {

    private static final System.Logger LOG = System.getLogger(PostgresConnections.class.getName());

    /// Time between two attempts to connect.
    static final long CONNECT_PAUSE_MS = 250;

    private final PostgresSettings settings;
    private final Driver driver = new Driver();
    private volatile String servedConsumers = "";

    PostgresConnections(PostgresSettings settings) {
        this.settings = settings;
    }

    PostgresSettings settings() {
        return settings;
    }

    /// The consumers that this member serves, as the sessions of its writers say it to the trigger
    /// `note_missed`.
    String servedConsumers() {
        return servedConsumers;
    }

    void serve(String consumers) {
        servedConsumers = consumers;
    }

    /// A connection for a writer, checked. It has not passed a [PostgresBarrier] yet.
    Connection openWriter() throws SQLException {
        return open(
                "cobnut-journal-writer",
                connection -> {
                    String refusal = PostgresServerSettings.of(connection).refusal().orElse(null);
                    if (refusal != null) {
                        throw new JournalException(
                                settings.place() + " is not used for the journal: " + refusal,
                                null);
                    }
                });
    }

    /// A connection for queries that has passed a [PostgresBarrier].
    Connection openReader() throws SQLException {
        return open(
                "cobnut-journal-reader", connection -> PostgresBarrier.pass(connection, () -> {}));
    }

    @FunctionalInterface
    private interface Preparation {
        void of(Connection connection) throws SQLException;
    }

    private Connection open(String application, Preparation preparation) throws SQLException {
        Connection connection = connect(settings.user(), settings.password(), application);
        try {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            if (PostgresServerSettings.of(connection).standby()) {
                throw new SQLException("the server is a standby", "25006");
            }
            commitSynchronously(connection);
            preparation.of(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            closeAfter(connection, e);
            throw e;
        }
    }

    /// Also when it is on already: what a session has not set itself changes under it when the
    /// server reads its configuration again.
    private static void commitSynchronously(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    SELECT set_config('synchronous_commit',
                        CASE current_setting('synchronous_commit')
                            WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)\
                    """);
        }
    }

    /// The first connection. Waits for a server that does not answer yet.
    ///
    /// @throws JournalException with the sentence for the operator
    Connection openFirst() {
        long deadline = System.nanoTime() + settings.timeouts().start().toNanos();
        boolean told = false;
        while (true) {
            try {
                return openWriter();
            } catch (SQLException e) {
                if (!PostgresFailure.mayPassAtOpen(e) || System.nanoTime() - deadline > 0) {
                    throw PostgresFailure.atOpen(settings, settings.user(), e);
                }
                if (!told) {
                    LOG.log(
                            Level.WARNING,
                            "{0}; waiting for it at most {1}",
                            PostgresFailure.atOpen(settings, settings.user(), e).getMessage(),
                            settings.timeouts().start());
                    told = true;
                }
                pause(deadline);
            }
        }
    }

    private static void pause(long deadline) {
        CountDownLatch nobody = new CountDownLatch(1);
        try {
            long left = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
            if (nobody.await(Math.min(CONNECT_PAUSE_MS, left), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("nobody counts this down");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException("interrupted while waiting for the journal's server", e);
        }
    }

    Connection connect(String user, String password, String application) throws SQLException {
        Connection connection =
                driver.connect(settings.url(), properties(user, password, application));
        if (connection == null) {
            throw new SQLException("the driver does not take the url " + settings.place());
        }
        return connection;
    }

    /// A pool for queries. It opens a connection when one is needed, and keeps it: while commits
    /// wait for a standby, no other can be opened, and those that are open go on.
    HikariDataSource readers() {
        HikariConfig config = new HikariConfig();
        config.setPoolName("cobnut-journal-readers");
        config.setDataSource(new PostgresReaderSource(this));
        config.setMaximumPoolSize(settings.limits().readers());
        config.setMinimumIdle(0);
        config.setIdleTimeout(0);
        config.setMaxLifetime(0);
        config.setConnectionTimeout(settings.timeouts().borrow().toMillis());
        config.setValidationTimeout(Math.min(1_000, settings.timeouts().borrow().toMillis()));
        config.setInitializationFailTimeout(-1);
        config.setReadOnly(true);
        return new HikariDataSource(config);
    }

    private Properties properties(String user, String password, String application) {
        PostgresSettings.Timeouts timeouts = settings.timeouts();
        Properties properties = new Properties();
        PGProperty.USER.set(properties, user);
        if (!password.isEmpty()) {
            PGProperty.PASSWORD.set(properties, password);
        }
        PGProperty.CURRENT_SCHEMA.set(properties, settings.schema());
        if (settings.hasSeveralHosts()) { // unless the url names another type
            PGProperty.TARGET_SERVER_TYPE.set(properties, "primary");
        }
        PGProperty.APPLICATION_NAME.set(properties, application);
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds(timeouts.connect()));
        PGProperty.SOCKET_TIMEOUT.set(properties, seconds(timeouts.socket()));
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.OPTIONS.set(
                properties,
                "-c statement_timeout="
                        + timeouts.statement().toMillis()
                        + " -c lock_timeout="
                        + timeouts.lock().toMillis()
                        + " -c idle_in_transaction_session_timeout="
                        + timeouts.statement().toMillis()
                        + " -c enable_seqscan=off -c plan_cache_mode=force_generic_plan -c jit=off");
        return properties;
    }

    private static int seconds(Duration duration) {
        return (int) Math.max(1, (duration.toMillis() + 999) / 1_000);
    }

    static void closeAfter(Connection connection, Exception failure) {
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
