package dev.cobnut.test.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.ExactlyOnce;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.test.slice.AutoConfigureCobnut;
import dev.cobnut.test.slice.ServiceUnderTest;
import dev.cobnut.test.transaction.FineDesk.Charge;
import dev.cobnut.test.transaction.FineDesk.FineCharged;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/// The effect of a handler and the note of [ExactlyOnce] in one of Spring's transactions.
@SpringBootTest(
        classes = TransactionalHandlerTest.Service.class,
        webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = {
            "cobnut.handlers.attempts-max=1000",
            "cobnut.handlers.backoff-min=1ms",
            "cobnut.handlers.backoff-max=2ms"
        })
@AutoConfigureCobnut
class TransactionalHandlerTest {

    private static final Duration SOON = Duration.ofMinutes(1);

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement(proxyTargetClass = true)
    static class Service {

        @Bean
        FineDesk fineDesk() {
            return new FineDesk();
        }

        @Bean(destroyMethod = "dispose")
        JdbcConnectionPool database() {
            return JdbcConnectionPool.create(
                    "jdbc:h2:mem:fines;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000", "sa", "");
        }

        @Bean
        FaultyDataSource application(JdbcConnectionPool database) {
            return new FaultyDataSource(database);
        }

        @Bean
        PlatformTransactionManager transactions(FaultyDataSource application) {
            return new JdbcTransactionManager(application);
        }

        @Bean
        JdbcTemplate template(FaultyDataSource application) {
            JdbcTemplate template = new JdbcTemplate(application);
            template.execute(new ExactlyOnce().createTable());
            template.execute("CREATE TABLE totals (branch VARCHAR, cents BIGINT)");
            template.execute("INSERT INTO totals VALUES ('centre', 0)");
            return template;
        }

        @Bean
        FineTotals totals(JdbcTemplate application) {
            return new FineTotals(application);
        }

        @Bean
        Careless careless(JdbcTemplate application) {
            return new Careless(application);
        }

        @Bean
        Handler fineTotals(FineTotals totals) {
            return Handler.named(FineTotals.NAME).on(FineCharged.class, totals::add);
        }
    }

    /// Notes an event, and then fails.
    static class Careless {

        private final JdbcTemplate application;

        Careless(JdbcTemplate application) {
            this.application = application;
        }

        @Transactional
        public void commitsAfterACheckedException(RecordedEvent event) throws IOException {
            note(event);
            throw new IOException("planted fault");
        }

        @Transactional(rollbackFor = Exception.class)
        public void rollsBackAfterAnyException(RecordedEvent event) throws IOException {
            note(event);
            throw new IOException("planted fault");
        }

        public void hasNoTransaction(RecordedEvent event) {
            note(event);
        }

        private void note(RecordedEvent event) {
            boolean isFirst =
                    application.execute((Connection connection) ->
                            new ExactlyOnce().isFirst(connection, "careless", event));
            assertThat(isFirst).isTrue();
        }
    }

    private final StreamId card = StreamId.of("card", UUID.randomUUID().toString());

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private CommandGateway<Long, Charge> cards;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private ServiceUnderTest service;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private JdbcTemplate template;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private FaultyDataSource application;

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private Journal journal;

    /// The tests share the service: what the test before sent is handled before the total is reset.
    @BeforeEach
    void beginAtZero() {
        service.awaitDelivered(SOON);
        template.update("UPDATE totals SET cents = 0");
    }

    @AfterEach
    void healDatabase() {
        application.failCommits(0);
        template.execute("ALTER TABLE totals DROP CONSTRAINT IF EXISTS small");
    }

    private void charge(StreamId stream, long cents) {
        cards.send(Command.to(stream, new Charge(cents)));
    }

    private long cents() {
        return number("SELECT cents FROM totals");
    }

    private long noted(String handler) {
        return number(
                "SELECT coalesce(max(version), 0) FROM cobnut_handled WHERE handler = '"
                        + handler
                        + "' AND stream = '"
                        + card
                        + "'");
    }

    private long number(String query) {
        return Objects.requireNonNull(template.queryForObject(query, Long.class));
    }

    private RecordedEvent lastEvent() {
        return journal.read(card, 0, 100).getLast();
    }

    @Test
    void effectAndNoteAreCommittedTogetherAndARepetitionChangesNothing(
            @Autowired FineTotals totals) {
        cards.send(Command.beginning(card, new Charge(120)));
        charge(card, 30);
        service.awaitDelivered(SOON);
        assertThat(cents()).isEqualTo(150);
        assertThat(noted(FineTotals.NAME)).isEqualTo(2);

        totals.add(new FineCharged(30), lastEvent());

        assertThat(cents()).isEqualTo(150);
    }

    @Test
    void whenTheDatabaseRefusesTheEffectThereIsNoNoteAndTheEventComesAgain() {
        template.execute("ALTER TABLE totals ADD CONSTRAINT small CHECK (cents <= 100)");
        int before = application.rolledBack();
        cards.send(Command.beginning(card, new Charge(120)));
        await().atMost(SOON).until(() -> application.rolledBack() > before + 1);
        assertThat(noted(FineTotals.NAME)).isZero();
        assertThat(cents()).isZero();

        template.execute("ALTER TABLE totals DROP CONSTRAINT small");
        service.awaitDelivered(SOON);

        assertThat(cents()).isEqualTo(120);
        assertThat(noted(FineTotals.NAME)).isEqualTo(1);
    }

    @Test
    void whileCommitsFailAndAnswersGetLostEachFineIsAddedOnce() {
        application.failCommits(20);
        for (int i = 1; i <= 10; i++) {
            StreamId one = StreamId.of("card", UUID.randomUUID().toString());
            cards.send(Command.beginning(one, new Charge(1)));
            for (int version = 2; version <= 20; version++) {
                charge(one, 1);
            }
        }
        service.awaitDelivered(SOON);

        assertThat(cents()).isEqualTo(200);
        assertThat(application.notMade()).isPositive();
        assertThat(application.answersLost()).isPositive();
    }

    /// This is Spring's rule, and the reason for `rollbackFor`.
    @Test
    void withoutRollbackForACheckedExceptionCommitsTheNote(@Autowired Careless careless) {
        cards.send(Command.beginning(card, new Charge(1)));
        service.awaitDelivered(SOON);

        assertThatThrownBy(() -> careless.rollsBackAfterAnyException(lastEvent()))
                .isInstanceOf(IOException.class);
        assertThat(noted("careless")).isZero();
        assertThatThrownBy(() -> careless.commitsAfterACheckedException(lastEvent()))
                .isInstanceOf(IOException.class);
        assertThat(noted("careless")).isEqualTo(1);
    }

    @Test
    void aMethodWithoutATransactionIsRefused(@Autowired Careless careless) {
        cards.send(Command.beginning(card, new Charge(1)));

        assertThatThrownBy(() -> careless.hasNoTransaction(lastEvent()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("begin a transaction");
        assertThat(noted("careless")).isZero();
    }
}
