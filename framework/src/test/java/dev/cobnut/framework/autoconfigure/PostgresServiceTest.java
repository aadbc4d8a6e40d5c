package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.node.AppliedVersions;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.postgres.CuttableProxy;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A service whose settings put its journal into PostgreSQL.
@NeedsPostgres
class PostgresServiceTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir Path data;

    @Configuration(proxyBeanMethods = false)
    static class Service {

        @Bean
        CounterDecider counting() {
            return new CounterDecider();
        }

        @Bean
        AppliedVersions versions() {
            return new AppliedVersions("versions");
        }
    }

    private ApplicationContextRunner service(int port, String schema) throws Exception {
        Path password = Files.writeString(data.resolve("secret"), PostgresServer.PASSWORD + "\n");
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                CobnutActuatorAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID(),
                        "cobnut.command.deadline=5s",
                        "cobnut.journal.type=postgresql",
                        "cobnut.journal.postgresql.url=" + PostgresServer.url(port),
                        "cobnut.journal.postgresql.user=" + PostgresServer.OWNER,
                        "cobnut.journal.postgresql.password-file=" + password,
                        "cobnut.journal.postgresql.schema=" + schema,
                        "cobnut.journal.postgresql.start-timeout=0s",
                        "cobnut.journal.postgresql.connect-timeout=1s");
    }

    @Test
    @SuppressWarnings("unchecked")
    void aServiceKeepsItsStreamsInPostgresAndDeliversThem() throws Exception {
        String schema = PostgresServer.newSchema();
        StreamId stream = StreamId.of("counter", "1");
        CommandKey key = new CommandKey("k1", "f00d");
        service(PostgresServer.shared().port(), schema)
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(PostgresJournal.class);
                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    gateway.send(Command.beginning(stream, new Open(3)).withKey(key));
                    gateway.send(Command.to(stream, new Add(4)).expecting(1));
                    await().atMost(SOON)
                            .until(() -> context.getBean(Journal.class).countUnpublished() == 0);
                    assertThat(health(context)).isEqualTo(Status.UP);
                });
        service(PostgresServer.shared().port(), schema)
                .run(context -> {
                    CommandGateway<Counter, Change> gateway = context.getBean(CommandGateway.class);
                    assertThat(gateway.send(Command.beginning(stream, new Open(3)).withKey(key)))
                            .isEqualTo(
                                    new CommandResult.Accepted<>(
                                            stream, new Counter(3), 1, 1, true));
                    View<String> view =
                            context.getBean(Views.class).of(context.getBean(AppliedVersions.class));
                    assertThat(view.find(stream))
                            .hasValueSatisfying(
                                    viewed -> assertThat(viewed.value()).isEqualTo("1,2"));
                });
    }

    @Test
    @SuppressWarnings("unchecked")
    void whileTheDatabaseIsAwayCommandsAreUnavailableAndTheServiceComesBackByItself()
            throws Exception {
        try (CuttableProxy proxy = new CuttableProxy(PostgresServer.shared().port())) {
            service(proxy.port(), PostgresServer.newSchema())
                    .run(context -> {
                        CommandGateway<Counter, Change> gateway =
                                context.getBean(CommandGateway.class);
                        StreamId first = StreamId.of("counter", "1");
                        gateway.send(Command.beginning(first, new Open(3)));
                        proxy.refuse();

                        assertThat(
                                        gateway.send(
                                                Command.beginning(
                                                        StreamId.of("counter", "2"), new Open(1))))
                                .as("caught in the middle")
                                .isInstanceOfAny(
                                        CommandResult.Unavailable.class,
                                        CommandResult.Unknown.class);
                        assertThat(
                                        gateway.send(
                                                Command.beginning(
                                                        StreamId.of("counter", "3"), new Open(1))))
                                .isInstanceOf(CommandResult.Unavailable.class);
                        assertThat(health(context)).isEqualTo(Status.DOWN);

                        proxy.heal();
                        await().atMost(SOON).until(() -> health(context).equals(Status.UP));
                        assertThat(gateway.send(Command.to(first, new Add(1)).expecting(1)))
                                .isInstanceOf(CommandResult.Accepted.class);
                        await().atMost(SOON)
                                .until(() ->
                                        context.getBean(Journal.class).countUnpublished() == 0);
                    });
        }
    }

    @Test
    void aDatabaseThatIsNotThereEndsTheStartWithASentence() throws Exception {
        service(1, "cobnut")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasRootCauseInstanceOf(ConnectException.class)
                                .hasStackTraceContaining(JournalException.class.getName())
                                .hasStackTraceContaining("nobody answers at"));
    }

    private static Status health(ApplicationContext context) {
        return Objects.requireNonNull(
                        context.getBean("journalHealthIndicator", HealthIndicator.class).health())
                .getStatus();
    }
}
