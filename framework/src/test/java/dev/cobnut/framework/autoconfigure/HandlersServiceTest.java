package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.HandlersEndpoint;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Added;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A service that declares an event handler as a bean, and one that declares none.
class HandlersServiceTest {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final StreamId ONE = StreamId.of("counter", "1");
    private static final StreamId TWO = StreamId.of("counter", "2");

    @TempDir Path data;

    @Configuration(proxyBeanMethods = false)
    static class Service {

        @Bean
        CounterDecider counting() {
            return new CounterDecider();
        }

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithHandler {

        @Bean
        Mails mails() {
            return new Mails();
        }
    }

    static final class Mails implements EventHandler {

        private final List<String> sent = new CopyOnWriteArrayList<>();
        private volatile String unreachable = "";
        private volatile boolean asksForAPause;

        @Override
        public String name() {
            return "mails";
        }

        @Override
        public Set<String> categories() {
            return Set.of("counter");
        }

        @Override
        public void handle(RecordedEvent event) throws RetryLaterException {
            if (asksForAPause) {
                throw new RetryLaterException("no mail server", Duration.ofHours(1));
            }
            if (event.stream().value().equals(unreachable)) {
                throw new IllegalStateException("no mail server");
            }
            sent.add(event.stream() + "@" + event.version());
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
                        "cobnut.handlers.attempts-max=2",
                        "cobnut.handlers.backoff-min=1ms",
                        "cobnut.handlers.backoff-max=5ms");
    }

    @SuppressWarnings("unchecked")
    private static CommandGateway<Counter, Change> gateway(ApplicationContext context) {
        return context.getBean(CommandGateway.class);
    }

    private static Health health(ApplicationContext context) {
        return Objects.requireNonNull(
                context.getBean(
                                "handlersHealthIndicator",
                                org.springframework.boot.health.contributor.HealthIndicator.class)
                        .health());
    }

    @Test
    void aHandlerThatWaitsShowsWhyAndUntilWhen() {
        service()
                .withUserConfiguration(WithHandler.class)
                .run(context -> {
                    context.getBean(Mails.class).asksForAPause = true;
                    Instant before = Instant.now();
                    gateway(context).send(Command.beginning(ONE, new Open(1)));
                    HandlersEndpoint endpoint = context.getBean(HandlersEndpoint.class);
                    await().atMost(SOON)
                            .until(() ->
                                    endpoint.handlers().handlers().getFirst().waiting() != null);
                    HandlersEndpoint.Waiting waiting =
                            Objects.requireNonNull(
                                    endpoint.handlers().handlers().getFirst().waiting());
                    assertThat(waiting.reason()).isEqualTo("no mail server");
                    assertThat(waiting.until())
                            .isBetween(
                                    before.plus(Duration.ofMinutes(59)),
                                    Instant.now().plus(Duration.ofHours(1)));
                    Health health = health(context);
                    assertThat(health.getStatus()).isEqualTo(Status.UP);
                    assertThat(health.getDetails().toString())
                            .contains("waitingFor=no mail server");
                });
    }

    @Test
    void aHandlerThatIsABeanGetsTheEventsAndIsShownParkedAndRetried() {
        service()
                .withUserConfiguration(WithHandler.class)
                .run(context -> {
                    Mails mails = context.getBean(Mails.class);
                    mails.unreachable = ONE.value();
                    gateway(context).send(Command.beginning(ONE, new Open(1)));
                    gateway(context).send(Command.to(ONE, new Add(1)));
                    gateway(context).send(Command.beginning(TWO, new Open(1)));
                    HandlersEndpoint endpoint = context.getBean(HandlersEndpoint.class);
                    await().atMost(SOON).until(() -> mails.sent.contains(TWO + "@1"));
                    await().atMost(SOON)
                            .until(() ->
                                    endpoint.handlers().handlers().getFirst().parkedStreams() == 1);
                    HandlersEndpoint.Handler shown = endpoint.handlers().handlers().getFirst();
                    assertThat(shown.name()).isEqualTo("mails");
                    assertThat(shown.runsHere()).isTrue();
                    assertThat(shown.parked().getFirst().stream()).isEqualTo(ONE.value());
                    assertThat(shown.parked().getFirst().failure()).contains("no mail server");
                    assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("handler.parked").counter().count()).isEqualTo(1);
                    assertThat(registry.get("handler.retried").counter().count()).isEqualTo(1);
                    await().atMost(SOON)
                            .until(() ->
                                    registry.get("handler.parked.streams").gauge().value() == 1);

                    mails.unreachable = "";
                    assertThat(endpoint.retry("mails", ONE.value()).retried()).isTrue();
                    await().atMost(SOON)
                            .until(() -> mails.sent.containsAll(List.of(ONE + "@1", ONE + "@2")));
                    await().atMost(SOON).until(() -> health(context).getStatus().equals(Status.UP));
                    await().atMost(SOON)
                            .until(() -> registry.get("handler.lag").gauge().value() == 0);
                    assertThat(endpoint.retry("mails", TWO.value()).retried()).isFalse();
                    assertThat(endpoint.retryAll("mails").streams()).isZero();
                    assertThatThrownBy(() -> endpoint.retryAll("bills"))
                            .isInstanceOf(InvalidEndpointRequestException.class);
                    assertThatThrownBy(() -> endpoint.retry("bills", TWO.value()))
                            .isInstanceOf(InvalidEndpointRequestException.class);
                    assertThatThrownBy(() -> endpoint.retry("mails", "?"))
                            .isInstanceOf(InvalidEndpointRequestException.class);
                });
    }

    @Test
    void aHandlerThatIsWrittenByClassesReadsEventsWithTheCodecOfTheDecider() {
        List<Added> added = new CopyOnWriteArrayList<>();
        service()
                .withBean(
                        Handler.class,
                        () -> Handler.named("sums").on(Added.class, (event, _) -> added.add(event)))
                .run(context -> {
                    gateway(context).send(Command.beginning(ONE, new Open(1)));
                    gateway(context).send(Command.to(ONE, new Add(3)));
                    await().atMost(SOON).until(() -> added.equals(List.of(new Added(3))));
                });
    }

    @Test
    void aServiceWithoutAHandlerHasNoThreadNoMeterAndNoEndpointForThem() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        service()
                .run(context -> {
                    gateway(context).send(Command.beginning(ONE, new Open(1)));
                    assertThat(context).doesNotHaveBean(HandlersEndpoint.class);
                    assertThat(context).doesNotHaveBean("handlersHealthIndicator");
                    assertThat(context.getBean(MeterRegistry.class).getMeters())
                            .noneMatch(meter -> meter.getId().getName().startsWith("handler."));
                    Set<Thread> own = new HashSet<>(Thread.getAllStackTraces().keySet());
                    own.removeAll(before);
                    assertThat(own)
                            .noneMatch(thread -> thread.getName().startsWith("cobnut-handler-"));
                });
    }
}
