package dev.cobnut.framework.autoconfigure;

import static dev.cobnut.framework.autoconfigure.LentCopies.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.LentCopies.CopyLent;
import dev.cobnut.framework.autoconfigure.LentCopies.CopyReturned;
import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.TablesEndpoint;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.sqltable.SqlTable;
import dev.cobnut.framework.table.Table;
import dev.cobnut.framework.tools.GuideCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A service that declares a table in SQL as a bean, as docs/sql-tables.md shows it.
class SqlTablesServiceTest {

    private static final Path GUIDE = Path.of("..", "docs", "sql-tables.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/framework/autoconfigure/SqlTablesServiceTest.java");
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 23);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    @Configuration(proxyBeanMethods = false)
    static class Service {

        @Bean
        LentCopies copies() {
            return new LentCopies();
        }

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        DataSource application() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:sqltablesservice;DB_CLOSE_DELAY=-1");
            return database;
        }

        @Bean
        SqlTable overdue(DataSource application) {
            return SqlTable.named("overdue", 1)
                    .create(
                            "CREATE TABLE {table} (loan VARCHAR(40) PRIMARY KEY, branch VARCHAR(40), due DATE)",
                            "CREATE INDEX {table}_due ON {table} (branch, due)")
                    .on(
                            CopyLent.class,
                            (lent, rows) ->
                                    rows.update(
                                            "INSERT INTO {table} (loan, branch, due) VALUES (?, ?, ?)",
                                            lent.loan(),
                                            lent.branch(),
                                            lent.due()))
                    .on(
                            CopyReturned.class,
                            (back, rows) ->
                                    rows.update("DELETE FROM {table} WHERE loan = ?", back.loan()))
                    .in(application);
        }
    }

    private static List<String> overdue(
            SqlTable overdue, DataSource application, String branch, LocalDate today)
            throws SQLException {
        try (Connection connection = application.getConnection();
                PreparedStatement select =
                        connection.prepareStatement(
                                overdue.sql(
                                        "SELECT loan FROM {table} WHERE branch = ? AND due < ? ORDER BY due"))) {
            select.setString(1, branch);
            select.setObject(2, today);
            List<String> loans = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    loans.add(row.getString(1));
                }
            }
            return loans;
        }
    }

    private ApplicationContextRunner service() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                CobnutActuatorAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID());
    }

    @Test
    void aTableInSqlThatIsABeanIsReadShownAndRebuilt() {
        service()
                .run(context -> {
                    SqlTable overdue = context.getBean(SqlTable.class);
                    DataSource application = context.getBean(DataSource.class);
                    send(context, new CopyLent("l-1", "centre", TODAY.minusDays(3)));
                    send(context, new CopyLent("l-2", "centre", TODAY.plusDays(3)));
                    boolean isThere = overdue.await(SOON);
                    assertThat(isThere).isTrue();
                    assertThat(overdue(overdue, application, "centre", TODAY))
                            .containsExactly("l-1");
                    send(context, new CopyReturned("l-1"));
                    assertThat(overdue.await(SOON)).isTrue();
                    assertThat(overdue(overdue, application, "centre", TODAY)).isEmpty();

                    TablesEndpoint endpoint = context.getBean(TablesEndpoint.class);
                    await().atMost(SOON)
                            .untilAsserted(() -> {
                                TablesEndpoint.Shown shown = endpoint.tables().tables().getFirst();
                                assertThat(shown.name()).isEqualTo("overdue");
                                assertThat(shown.position()).isEqualTo(3);
                                assertThat(shown.ready()).isTrue();
                            });
                    assertThat(endpoint.rebuild("overdue").rebuilding()).isTrue();
                    await().atMost(SOON)
                            .until(() -> overdue.sql("{table}").equals("overdue_v1_b2"));
                    assertThat(overdue(overdue, application, "centre", TODAY.plusDays(9)))
                            .containsExactly("l-2");
                    assertThat(
                                    context.getBean(MeterRegistry.class)
                                            .get("table.applied")
                                            .tag("table", "overdue")
                                            .counter()
                                            .count())
                            .isEqualTo(6);
                    assertThat(context).hasBean("tablesHealthIndicator");
                });
    }

    @Test
    void twoTablesInSqlOfOneNameEndTheStart() {
        service()
                .withBean(
                        "other",
                        SqlTable.class,
                        () -> new Service().overdue(new Service().application()))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .rootCause()
                                .isInstanceOf(UnusableDomainException.class)
                                .hasMessage(
                                        "two tables are named overdue, the beans other and overdue; give one"
                                                + " of them another name (SqlTable.named(…))"));
    }

    @Test
    void aTableInSqlHasNoNameOfATable() {
        service()
                .withBean(
                        "other",
                        Table.class,
                        () ->
                                Table.named("overdue", 1, CopyLent.class)
                                        .put(CopyLent.class, CopyLent::loan, lent -> lent))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .rootCause()
                                .isInstanceOf(UnusableDomainException.class)
                                .hasMessage(
                                        "two tables are named overdue; give one of them another"
                                                + " name"));
    }

    @Test
    void theCodeOfTheGuideIsTheCodeHere() throws IOException {
        assertThat(GuideCode.requireIn(GUIDE, HERE)).isEqualTo(3);
    }
}
