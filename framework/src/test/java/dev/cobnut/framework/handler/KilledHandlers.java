package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A process of two handlers that is killed at any moment: one applies its effects by
/// [ExactlyOnce], the other one by itself. Writes a line per event that was handled.
final class KilledHandlers {

    static final String ONCE = "once";
    static final String BY_ITSELF = "by-itself";
    static final int STREAMS = 8;

    private KilledHandlers() {}

    /// The database of the application. What it committed survives the end of the process only
    /// without a delay of its writes.
    static Connection application(Path folder) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:h2:file:" + folder.resolve("application") + ";WRITE_DELAY=0");
    }

    /// Appends and handles events for ever, or, without anything to append, until all are handled.
    ///
    /// @param arguments folder, and the number of events to append, below 0 for no end
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        ExactlyOnce once = new ExactlyOnce();
        try (Connection connection = application(folder);
                Statement statement = connection.createStatement();
                Journal journal =
                        SqliteJournal.open(
                                SqliteSettings.in(folder.resolve("data")), InstantSource.system());
                Handlers handlers =
                        new Handlers(
                                List.of(
                                        new Effects(ONCE, folder, once),
                                        new Effects(BY_ITSELF, folder, null)),
                                journal,
                                Cards.QUICK,
                                new HandlerCounts(),
                                System::nanoTime)) {
            once.createTable(connection);
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS effects (handler VARCHAR, stream VARCHAR, version BIGINT)");
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            Random random = new Random();
            for (int i = 0; i != count; i++) {
                Cards.append(journal, Cards.card(random.nextInt(STREAMS)), 1);
            }
            while (handlers.statuses().stream().anyMatch(status -> status.behind() > 0)) {
                Thread.onSpinWait();
            }
        }
    }

    private record Effects(String name, Path folder, @Nullable ExactlyOnce once)
            implements EventHandler {

        private static final AtomicInteger HANDLED = new AtomicInteger();

        @Override
        public Start start() {
            return Start.BEGINNING;
        }

        @Override
        public Set<String> categories() {
            return Set.of("card");
        }

        @Override
        public void handle(RecordedEvent event) throws SQLException {
            try (Connection connection = application(folder)) {
                connection.setAutoCommit(false);
                if (once == null || once.isFirst(connection, name, event)) {
                    try (PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO effects VALUES (?, ?, ?)")) {
                        insert.setString(1, name);
                        insert.setString(2, event.stream().value());
                        insert.setLong(3, event.version());
                        insert.executeUpdate();
                    }
                }
                connection.commit();
            }
            System.out.println(HANDLED.incrementAndGet());
        }
    }
}
