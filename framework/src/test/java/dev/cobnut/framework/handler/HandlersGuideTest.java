package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.card;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.tools.GuideCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.sqlite.SQLiteDataSource;
import tools.jackson.databind.json.JsonMapper;

/// The examples of `docs/handlers.md`: each block of Java there is also here and runs, or is in the
/// test of handlers with Spring's transactions.
class HandlersGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "handlers.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/framework/handler/HandlersGuideTest.java");

    sealed interface CardEvent {}

    record CardIssued(String member) implements CardEvent {}

    record FineCharged(long cents) implements CardEvent {}

    private static final Path TRANSACTIONS =
            Path.of("..", "test-kit/src/test/java/dev/cobnut/test/transaction");

    interface Mailbox {
        void send(String card, long cents, UUID key);
    }

    @Configuration(proxyBeanMethods = false)
    static class Mails {

        @Bean
        Handler fineMails(Mailbox mailbox) {
            return Handler.named("fine-mails")
                    .from(Start.NOW)
                    .on(
                            FineCharged.class,
                            (fine, event) ->
                                    mailbox.send(event.stream().id(), fine.cents(), event.id()));
        }
    }

    static final class AuditFile implements EventHandler {

        private final Path file;

        AuditFile(Path file) {
            this.file = file;
        }

        @Override
        public String name() {
            return "audit-file";
        }

        @Override
        public Set<String> categories() {
            return Set.of("card", "copy");
        }

        @Override
        public void handle(RecordedEvent event) throws IOException {
            String line = event.stream() + " " + event.version() + " " + event.type() + "\n";
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    static final class FineTotals {

        private static final String NAME = "fine-totals";

        private final DataSource application;
        private final ExactlyOnce once = new ExactlyOnce();

        FineTotals(DataSource application) {
            this.application = application;
        }

        Handler handler() {
            return Handler.named(NAME).on(FineCharged.class, this::add);
        }

        private void add(FineCharged fine, RecordedEvent event) throws SQLException {
            try (Connection connection = application.getConnection()) {
                connection.setAutoCommit(false);
                try {
                    if (once.isFirst(connection, NAME, event)) {
                        add(fine.cents(), connection);
                    }
                    connection.commit();
                } catch (SQLException e) {
                    connection.rollback();
                    throw e;
                }
            }
        }

        private static void add(long cents, Connection connection) throws SQLException {
            try (PreparedStatement update =
                    connection.prepareStatement(
                            "UPDATE totals SET cents = cents + ? WHERE branch = 'centre'")) {
                update.setLong(1, cents);
                update.executeUpdate();
            }
        }
    }

    private static final EventCodec<CardEvent> CARDS =
            JsonEventCodec.of(CardEvent.class, JsonMapper.shared());

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
                        List.of(TestNode.event("FineCharged", "{\"cents\":" + cents + "}")),
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
    void everyExampleOfTheGuideIsPartOfATest() throws IOException {
        assertThat(
                        GuideCode.requireIn(
                                GUIDE,
                                HERE,
                                TRANSACTIONS.resolve("FineTotals.java"),
                                TRANSACTIONS.resolve("TransactionalHandlerTest.java")))
                .isEqualTo(5);
    }

    @Test
    void aMailIsSentPerFine() {
        List<String> mails = new CopyOnWriteArrayList<>();
        Handler handler = new Mails().fineMails((card, cents, _) -> mails.add(card + ": " + cents));
        try (Handlers _ = start(handler.reading(Map.of("card", CARDS)))) {
            charge(7, 120);
            await().atMost(SOON).until(() -> mails.equals(List.of("7: 120")));
        }
    }

    @Test
    void anAuditHasALinePerEvent() throws Exception {
        Path file = folder.resolve("audit");
        try (Handlers handlers = start(new AuditFile(file))) {
            charge(7, 120);
            await().atMost(SOON).until(() -> handlers.statuses().getFirst().behind() == 0);
        }
        assertThat(Files.readAllLines(file)).containsExactly("card-7 1 FineCharged");
    }

    @Test
    void aFineThatIsHandledAgainIsAddedOnce() throws Exception {
        Handler totals = new FineTotals(application).handler().reading(Map.of("card", CARDS));
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
