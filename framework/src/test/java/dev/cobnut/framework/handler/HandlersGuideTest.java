package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.card;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/// The examples of `docs/handlers.md`: each block of Java there is also here, and runs.
class HandlersGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "handlers.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/framework/handler/HandlersGuideTest.java");

    interface Mailbox {
        void send(String card, String text, UUID key);
    }

    static final class FineMails implements EventHandler {

        private final Mailbox mailbox;

        FineMails(Mailbox mailbox) {
            this.mailbox = mailbox;
        }

        @Override
        public String name() {
            return "fine-mails";
        }

        @Override
        public Set<String> categories() {
            return Set.of("card");
        }

        @Override
        public Start start() {
            return Start.NOW;
        }

        @Override
        public void handle(RecordedEvent event) {
            if (event.type().equals("FineCharged")) {
                mailbox.send(event.stream().id(), event.payload().asUtf8(), event.id());
            }
        }
    }

    static final class FineTotals implements EventHandler {

        private final DataSource application;
        private final ExactlyOnce once = new ExactlyOnce();

        FineTotals(DataSource application) {
            this.application = application;
        }

        @Override
        public String name() {
            return "fine-totals";
        }

        @Override
        public Set<String> categories() {
            return Set.of("card");
        }

        @Override
        public void handle(RecordedEvent event) throws SQLException {
            try (Connection connection = application.getConnection()) {
                connection.setAutoCommit(false);
                try {
                    if (once.isFirst(connection, name(), event)) {
                        add(connection, event);
                    }
                    connection.commit();
                } catch (SQLException e) {
                    connection.rollback();
                    throw e;
                }
            }
        }

        private static void add(Connection connection, RecordedEvent event) throws SQLException {
            try (PreparedStatement update =
                    connection.prepareStatement(
                            "UPDATE totals SET cents = cents + ? WHERE branch = 'centre'")) {
                update.setLong(1, Long.parseLong(event.payload().asUtf8()));
                update.executeUpdate();
            }
        }
    }

    @TempDir Path folder;

    private final Journal journal = InMemoryJournal.create(InstantSource.system());
    private final SQLiteDataSource application = new SQLiteDataSource();

    @BeforeEach
    void createTables() throws SQLException {
        application.setUrl("jdbc:sqlite:" + folder.resolve("application.db"));
        application.setBusyTimeout(10_000);
        try (Connection connection = application.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(new ExactlyOnce().createTable());
            statement.execute("CREATE TABLE totals (branch TEXT, cents BIGINT)");
            statement.execute("INSERT INTO totals VALUES ('centre', 0)");
        }
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    private Handlers start(EventHandler handler) {
        Handlers handlers =
                new Handlers(
                        List.of(handler),
                        journal,
                        Cards.QUICK,
                        new HandlerCounts(),
                        System::nanoTime);
        journal.start(handlers.waking(GroupListener.completing()));
        handlers.start();
        return handlers;
    }

    private void charge(int card, int cents) {
        AppendRequest request =
                AppendRequest.of(
                        card(card),
                        new ExpectedVersion.Any(),
                        List.of(TestNode.event("FineCharged", Integer.toString(cents))),
                        null);
        journal.append(request);
        var _ = request.result().join();
    }

    private long cents() throws SQLException {
        try (Connection connection = application.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT cents FROM totals")) {
            return row.next() ? row.getLong(1) : -1;
        }
    }

    @Test
    void everyExampleOfTheGuideIsHere() throws IOException {
        String here = squeezed(Files.readString(HERE));
        Matcher blocks =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(GUIDE));
        int found = 0;
        while (blocks.find()) {
            found++;
            assertThat(here).contains(squeezed(blocks.group(1)));
        }
        assertThat(found).isEqualTo(2);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void aMailIsSentPerFine() {
        List<String> mails = new CopyOnWriteArrayList<>();
        try (Handlers _ = start(new FineMails((card, text, _) -> mails.add(card + ": " + text)))) {
            charge(7, 120);
            await().atMost(SOON).until(() -> mails.equals(List.of("7: 120")));
        }
    }

    @Test
    void aFineThatIsHandledAgainIsAddedOnce() throws Exception {
        FineTotals totals = new FineTotals(application);
        try (Handlers handlers = start(totals)) {
            charge(7, 120);
            charge(8, 30);
            await().atMost(SOON).until(() -> handlers.statuses().getFirst().behind() == 0);
        }
        for (RecordedEvent event : journal.cursors().readAll(0, 10)) {
            totals.handle(event);
        }
        assertThat(cents()).isEqualTo(150);
    }
}
