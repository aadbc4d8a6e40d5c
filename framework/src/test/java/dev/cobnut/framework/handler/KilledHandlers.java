package dev.cobnut.framework.handler;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/// A process of two handlers that is killed at any moment: one applies its effects by
/// [ExactlyOnce], the other one by itself. Writes a line per event that was handled.
final class KilledHandlers {

    static final String ONCE = "once";
    static final String BY_ITSELF = "by-itself";
    static final int STREAMS = 8;
    private static final int WRITERS = 4;

    /// Most events that a process appends before it has handled one.
    private static final int AHEAD_MAX = 50;

    /// A lock that the killed process still holds for a moment parks no stream.
    private static final HandlerSettings PATIENT =
            new HandlerSettings(
                    64,
                    1_024,
                    8,
                    1_000_000,
                    Duration.ofMillis(1),
                    Duration.ofMillis(10),
                    100,
                    Duration.ofMillis(50),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(10));

    /// Where a process finds its events.
    interface Store {

        /// As arguments of a process, for [#of].
        List<String> arguments();

        Journal open();

        static Store of(List<String> arguments) {
            return arguments.size() == 1
                    ? new InFolder(Path.of(arguments.getFirst()))
                    : new InPostgres(
                            PostgresSettings.of(
                                            arguments.get(0), arguments.get(1), arguments.get(2))
                                    .withSchema(arguments.get(3)));
        }
    }

    record InFolder(Path folder) implements Store {

        @Override
        public List<String> arguments() {
            return List.of(folder.toString());
        }

        @Override
        public Journal open() {
            return SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
        }
    }

    record InPostgres(PostgresSettings settings) implements Store {

        @Override
        public List<String> arguments() {
            return List.of(settings.url(), settings.user(), settings.password(), settings.schema());
        }

        @Override
        public Journal open() {
            return PostgresJournal.open(settings, InstantSource.system());
        }
    }

    private KilledHandlers() {}

    /// Handles events, and appends further ones for ever or not at all. Without new ones, it ends
    /// when all are handled.
    ///
    /// @param arguments whether to append, the URL of the application's database, and those of
    ///   [Store]
    public static void main(String[] arguments) throws Exception {
        boolean appends = Boolean.parseBoolean(arguments[0]);
        Store store = Store.of(List.of(arguments).subList(2, arguments.length));
        Semaphore ahead = new Semaphore(AHEAD_MAX);
        try (HikariDataSource application = pool(arguments[1]);
                Journal journal = store.open();
                Handlers handlers =
                        new Handlers(
                                List.of(
                                        new Effects(ONCE, application, new ExactlyOnce(), ahead),
                                        new Effects(BY_ITSELF, application, null, ahead)),
                                journal,
                                PATIENT,
                                new HandlerCounts(),
                                System::nanoTime)) {
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            if (appends) {
                IntStream.range(0, WRITERS)
                        .forEach(writer -> appendForEver(journal, writer, ahead));
            }
            Awaitility.await()
                    .forever()
                    .until(() ->
                            !appends
                                    && handlers.statuses().stream()
                                            .allMatch(status -> status.behind() == 0));
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setAutoCommit(false);
        config.setMaximumPoolSize(2 * PATIENT.parallelMax());
        return new HikariDataSource(config);
    }

    private static void appendForEver(Journal journal, int writer, Semaphore ahead) {
        Thread.ofPlatform()
                .daemon(true)
                .start(() -> {
                    for (int i = writer; ; i += WRITERS) {
                        ahead.acquireUninterruptibly();
                        Cards.append(journal, Cards.card(i % STREAMS), 1);
                    }
                });
    }

    private record Effects(
            String name, DataSource application, @Nullable ExactlyOnce once, Semaphore ahead)
            implements EventHandler {

        private static final AtomicInteger HANDLED = new AtomicInteger();

        @Override
        public Set<String> categories() {
            return Set.of("card");
        }

        @Override
        public void handle(RecordedEvent event) throws SQLException {
            try (Connection connection = application.getConnection()) {
                try {
                    if (once == null || once.isFirst(connection, name, event)) {
                        insert(connection, event);
                    }
                    connection.commit();
                } catch (SQLException e) {
                    connection.rollback();
                    throw e;
                }
            }
            if (once != null) {
                ahead.release();
            }
            System.out.println(HANDLED.incrementAndGet());
        }

        private void insert(Connection connection, RecordedEvent event) throws SQLException {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO effects VALUES (?, ?, ?)")) {
                insert.setString(1, name);
                insert.setString(2, event.stream().value());
                insert.setLong(3, event.version());
                insert.executeUpdate();
            }
        }
    }
}
