package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.AppliedVersions;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.TestMember;
import dev.cobnut.framework.view.Views;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Members of a cluster that are configured by settings only.
class ClusterServiceTest {

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

    private final InMemoryJournal log = InMemoryJournal.create(InstantSource.system());

    private ApplicationContextRunner service() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                CobnutActuatorAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues("cobnut.data=" + data);
    }

    private ApplicationContextRunner member(List<Integer> ports, int number, String cluster) {
        return service()
                .withBean(Journal.class, log::sibling)
                .withPropertyValues(
                        "cobnut.hazelcast.cluster-name=" + cluster,
                        "cobnut.hazelcast.port=" + ports.get(number),
                        "cobnut.cluster.members=2",
                        "cobnut.cluster.addresses=127.0.0.1:%d,127.0.0.1:%d"
                                .formatted(ports.get(0), ports.get(1)),
                        "cobnut.cluster.lost-after=3s",
                        "cobnut.cluster.merge-interval=1s",
                        "cobnut.cluster.drain-delay=0s");
    }

    @Test
    @SuppressWarnings("unchecked")
    void aMemberIsNotReadyAndTakesNoCommandUntilItSeesTheMajority() {
        List<Integer> ports = TestMember.freePorts(2);
        String cluster = "test-" + UUID.randomUUID();
        StreamId stream = StreamId.of("counter", "1");
        member(ports, 0, cluster)
                .run(first -> {
                    assertThat(first).hasNotFailed();
                    assertThat(health(first, "cluster").getStatus()).isEqualTo(Status.DOWN);
                    CommandGateway<Counter, Change> here = first.getBean(CommandGateway.class);
                    assertThat(here.send(Command.beginning(stream, new Open(3))))
                            .isInstanceOf(CommandResult.Unavailable.class);
                    member(ports, 1, cluster)
                            .run(second -> {
                                await().atMost(SOON).until(() -> isUp(first) && isUp(second));
                                CommandGateway<Counter, Change> there =
                                        second.getBean(CommandGateway.class);
                                here.send(Command.beginning(stream, new Open(3)));
                                assertThat(there.send(Command.to(stream, new Add(4)).expecting(1)))
                                        .isEqualTo(
                                                new CommandResult.Accepted<>(
                                                        stream, new Counter(7), 2, 2, false));
                                await().atMost(SOON).until(() -> log.countUnpublished() == 0);
                                for (ApplicationContext member : List.of(first, second)) {
                                    AppliedVersions versions =
                                            member.getBean(AppliedVersions.class);
                                    assertThat(
                                                    member.getBean(Views.class)
                                                            .of(versions)
                                                            .find(stream)
                                                            .orElseThrow()
                                                            .value())
                                            .isEqualTo("1,2");
                                }
                            });
                    await().atMost(SOON).until(() -> !isUp(first));
                });
    }

    @Test
    void aNodeWhoseJournalIsItsOwnDoesNotStartAsAMember() {
        service()
                .withPropertyValues(
                        "cobnut.cluster.members=3", "cobnut.cluster.addresses=127.0.0.1:5701")
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .rootCause()
                                .hasMessageContaining("cobnut.cluster.members is 3")
                                .hasMessageContaining("cobnut.journal.type=postgresql"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    cobnut.cluster.members=0          | members must be from 1 to 100
                    cobnut.cluster.members=3          | set either addresses or kubernetes-service
                    cobnut.cluster.addresses=10.1.0.1 | members is 1, but addresses or kubernetes-service is set
                    cobnut.cluster.lost-after=1s      | lost-after must be from
                    cobnut.cluster.merge-interval=0s  | merge-interval must be at least one second
                    cobnut.cluster.drain-delay=-1s    | drain-delay must not be negative
                    """)
    void aSettingOutsideOfItsRangeFailsTheStartWithASentence(String setting, String sentence) {
        service()
                .withPropertyValues(setting)
                .run(context ->
                        assertThat(context)
                                .getFailure()
                                .hasStackTraceContaining("cobnut.cluster")
                                .hasStackTraceContaining(sentence));
    }

    private static boolean isUp(ApplicationContext context) {
        return health(context, "cluster").getStatus().equals(Status.UP);
    }

    private static Health health(ApplicationContext context, String name) {
        Health health = context.getBean(name + "HealthIndicator", HealthIndicator.class).health();
        return Objects.requireNonNull(health);
    }
}
