package dev.cobnut.framework.autoconfigure;

import static dev.cobnut.framework.autoconfigure.LentCopies.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.LentCopies.CopyLent;
import dev.cobnut.framework.autoconfigure.LentCopies.CopyReturned;
import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.TablesEndpoint;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.table.Table;
import dev.cobnut.framework.tools.GuideCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A service that declares a table as a bean, as docs/tables.md shows it, and one that declares
/// none.
class TablesServiceTest {

    private static final Path GUIDE = Path.of("..", "docs", "tables.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/framework/autoconfigure/TablesServiceTest.java");
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 23);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    record Overdue(String loan, String branch, LocalDate due) {

        static Overdue of(CopyLent lent) {
            return new Overdue(lent.loan(), lent.branch(), lent.due());
        }
    }

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
    }

    @Configuration(proxyBeanMethods = false)
    static class WithTable {

        @Bean
        Table<Overdue> overdue() {
            return Table.named("overdue", 1, Overdue.class)
                    .put(CopyLent.class, CopyLent::loan, Overdue::of)
                    .delete(CopyReturned.class, CopyReturned::loan)
                    .index("branch-due", Overdue::branch, Overdue::due);
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
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID(),
                        "cobnut.tables.drop-after=10ms");
    }

    @SuppressWarnings("unchecked")
    private static Table<Overdue> table(ApplicationContext context) {
        return context.getBean(Table.class);
    }

    private static Status health(ApplicationContext context) {
        return Objects.requireNonNull(
                        context.getBean("tablesHealthIndicator", HealthIndicator.class).health())
                .getStatus();
    }

    @Test
    void aTableThatIsABeanIsReadShownRebuiltAndThereAgainAfterARestart() {
        service()
                .withUserConfiguration(WithTable.class)
                .run(context -> {
                    Table<Overdue> overdue = table(context);
                    send(context, new CopyLent("l-1", "centre", TODAY.minusDays(3)));
                    assertThat(overdue.await(SOON)).isTrue();
                    boolean isThere = overdue.await(Duration.ofSeconds(1));
                    List<Overdue> late =
                            overdue.query("branch-due").group("centre").below(TODAY).limit(100);
                    Optional<Overdue> loan = overdue.get("l-1");
                    long due = overdue.query("branch-due").group("centre").from(TODAY).count();
                    assertThat(isThere).isTrue();
                    assertThat(loan).contains(new Overdue("l-1", "centre", TODAY.minusDays(3)));
                    assertThat(late).containsExactly(loan.orElseThrow());
                    assertThat(due).isZero();
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    await().atMost(SOON)
                            .until(() -> registry.get("table.applied").counter().count() == 1);
                    await().atMost(SOON)
                            .until(() -> registry.get("table.ready").gauge().value() == 1);
                    await().atMost(SOON)
                            .until(() -> registry.get("table.lag").gauge().value() == 0);
                    assertThat(health(context)).isEqualTo(Status.UP);
                    TablesEndpoint endpoint = context.getBean(TablesEndpoint.class);
                    TablesEndpoint.Shown shown = endpoint.tables().tables().getFirst();
                    assertThat(shown.name()).isEqualTo("overdue");
                    assertThat(shown.position()).isEqualTo(1);
                    assertThat(shown.ready()).isTrue();
                    assertThat(shown.runsHere()).isTrue();
                    assertThat(endpoint.rebuild("overdue").rebuilding()).isTrue();
                    await().atMost(SOON)
                            .until(() -> registry.get("table.applied").counter().count() == 2);
                    assertThatThrownBy(() -> endpoint.rebuild("fines"))
                            .isInstanceOf(InvalidEndpointRequestException.class);
                });
        service()
                .withUserConfiguration(WithTable.class)
                .run(context -> {
                    assertThat(table(context).await(SOON)).isTrue();
                    assertThat(table(context).get("l-1")).isPresent();
                    send(context, new CopyReturned("l-1"));
                    assertThat(table(context).await(SOON)).isTrue();
                    assertThat(table(context).get("l-1")).isEmpty();
                });
    }

    @Test
    void theCodeOfTheGuideIsTheCodeHere() throws IOException {
        assertThat(GuideCode.requireIn(GUIDE, HERE)).isEqualTo(3);
    }

    @Test
    void aServiceWithoutATableHasNoThreadNoMeterAndNoEndpointForThem() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        service()
                .run(context -> {
                    send(context, new CopyReturned("l-1"));
                    assertThat(context).doesNotHaveBean(TablesEndpoint.class);
                    assertThat(context).doesNotHaveBean("tablesHealthIndicator");
                    assertThat(context.getBean(MeterRegistry.class).getMeters())
                            .noneMatch(meter -> meter.getId().getName().startsWith("table."));
                    Set<Thread> own = new HashSet<>(Thread.getAllStackTraces().keySet());
                    own.removeAll(before);
                    assertThat(own)
                            .noneMatch(thread -> thread.getName().startsWith("cobnut-table-"));
                });
    }

    @Test
    void twoTablesOfOneNameEndTheStart() {
        service()
                .withUserConfiguration(WithTable.class)
                .withBean("other", Table.class, () -> new WithTable().overdue())
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .rootCause()
                                .isInstanceOf(UnusableDomainException.class)
                                .hasMessage(
                                        "two tables are named overdue, the beans other and overdue; give one"
                                                + " of them another name (Table.named(…))"));
    }

    @Test
    void aTableThatTakesNoEventEndsTheStart() {
        service()
                .withBean(Table.class, () -> Table.named("overdue", 1, Overdue.class))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .rootCause()
                                .hasMessage(
                                        "the table overdue takes no event; call put, delete or fold"
                                                + " before it becomes a bean"));
    }

    @Test
    void aTableOfAnEventThatNobodyReadsEndsTheStart() {
        service()
                .withBean(
                        Table.class,
                        () -> new WithTable().overdue().delete(Overdue.class, Overdue::loan))
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .rootCause()
                                .hasMessage(
                                        "the table overdue takes "
                                                + Overdue.class.getName()
                                                + ", which no codec of a decider reads; they read"
                                                + " [CopyLent, CopyReturned]"));
    }

    @Test
    void mistakesInADeclarationAreOneSentence() {
        Table<Overdue> overdue = new WithTable().overdue();
        assertThatThrownBy(() -> Table.named("Over due", 1, Overdue.class))
                .hasMessage(
                        "a table is named 'Over due'; a name begins with a lower-case letter and has"
                                + " at most 100 lower-case letters, digits and -");
        assertThatThrownBy(() -> Table.named("overdue", 0, Overdue.class))
                .hasMessage("the table overdue has the version 0; versions begin with 1");
        assertThatThrownBy(() -> overdue.index("branch-due", Overdue::branch))
                .hasMessage(
                        "the table overdue has two indexes named branch-due; give one of them"
                                + " another name");
        assertThatThrownBy(() -> overdue.query("due"))
                .hasMessage("the table overdue has no index 'due'; it has [branch-due]");
        assertThatThrownBy(() -> overdue.get("l-1"))
                .hasMessage(
                        "the table overdue is read, but is no bean of this service: read the object"
                                + " that the application context has");
    }

    @Test
    void mistakesInAQueryAreOneSentence() {
        service()
                .withUserConfiguration(WithTable.class)
                .run(context -> {
                    Table<Overdue> overdue = table(context);
                    assertThatThrownBy(() -> overdue.query("branch-due").limit(10))
                            .hasMessage(
                                    "a query of the index branch-due needs a group: call group(…) first");
                    assertThatThrownBy(() -> overdue.query("branch-due").group(5L))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage(
                                    "the group of the index branch-due has the type String, but the query passes 5, a value of the type Long");
                    assertThatThrownBy(
                                    () -> overdue.query("branch-due").group("centre").below("2026"))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage(
                                    "the order of the index branch-due has the type LocalDate, but the query passes 2026, a value of the type String");
                    assertThatThrownBy(
                                    () -> overdue.query("branch-due").group("centre").limit(10_001))
                            .hasMessage(
                                    "a query returns 1 to 10000 rows, but 10001 were asked for");
                });
    }
}
