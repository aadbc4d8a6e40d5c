package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.card;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.node.TestNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What [ExactlyOnce] promises with every database.
abstract class ExactlyOnceContract {

    private static final String MAILS = "mails";

    final ExactlyOnce once = new ExactlyOnce("handled_of_test");
    private Connection connection;

    /// A new connection to the same database.
    abstract Connection connect() throws SQLException;

    @BeforeEach
    void createTables() throws SQLException {
        connection = connect();
        once.createTable(connection);
        once.createTable(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE effects (stream VARCHAR(200), version BIGINT)");
        }
        connection.setAutoCommit(false);
    }

    @AfterEach
    void dropTables() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE effects");
            statement.execute("DROP TABLE handled_of_test");
        }
        connection.close();
    }

    private static RecordedEvent event(StreamId stream, long version) {
        return TestNode.recorded(stream, version, 10 * version);
    }

    /// @return true when it was the first time
    boolean handle(Connection on, RecordedEvent event) throws SQLException {
        boolean isFirst = once.isFirst(on, MAILS, event);
        if (isFirst) {
            try (Statement statement = on.createStatement()) {
                statement.execute(
                        "INSERT INTO effects VALUES ('"
                                + event.stream()
                                + "', "
                                + event.version()
                                + ")");
            }
        }
        return isFirst;
    }

    private long effects() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM effects")) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Test
    void anEventThatComesAgainHasNoSecondEffect() throws SQLException {
        for (int round = 0; round < 2; round++) {
            for (int version = 1; version <= 3; version++) {
                assertThat(handle(connection, event(card(1), version))).isEqualTo(round == 0);
                connection.commit();
            }
        }
        assertThat(effects()).isEqualTo(3);
    }

    @Test
    void anEventWhoseTransactionIsRolledBackComesAgainAsTheFirst() throws SQLException {
        assertThat(handle(connection, event(card(1), 1))).isTrue();
        connection.rollback();
        assertThat(effects()).isZero();
        assertThat(handle(connection, event(card(1), 1))).isTrue();
        connection.commit();
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void anOlderEventOfAStreamThatIsAheadHasNoEffect() throws SQLException {
        assertThat(handle(connection, event(card(1), 5))).isTrue();
        connection.commit();
        assertThat(handle(connection, event(card(1), 4))).isFalse();
        assertThat(handle(connection, event(card(2), 4))).as("another stream").isTrue();
        assertThat(once.isFirst(connection, "bills", event(card(1), 4)))
                .as("another handler")
                .isTrue();
    }

    @Test
    void ofTwoTransactionsWithOneEventAtMostOneHasAnEffect() throws Exception {
        for (int i = 0; i < 20; i++) {
            RecordedEvent event = event(card(7), i + 1);
            try (ExecutorService members = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Boolean> one = members.submit(() -> inItsOwnTransaction(event));
                Future<Boolean> other = members.submit(() -> inItsOwnTransaction(event));
                assertThat(one.get() && other.get()).isFalse();
            }
            handle(connection, event); // what was rolled back comes again
            connection.commit();
            assertThat(effects()).isEqualTo(i + 1);
            connection.commit(); // SQLite keeps others waiting while one reads
        }
    }

    private boolean inItsOwnTransaction(RecordedEvent event) throws SQLException {
        try (Connection own = connect()) {
            own.setAutoCommit(false);
            try {
                boolean isFirst = handle(own, event);
                own.commit();
                return isFirst;
            } catch (SQLException _) {
                own.rollback();
                return false;
            }
        }
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws SQLException {
        connection.setAutoCommit(true);
        assertThatThrownBy(() -> once.isFirst(connection, MAILS, event(card(1), 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("begin a transaction");
        connection.setAutoCommit(false);
    }
}
