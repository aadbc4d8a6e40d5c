package dev.cobnut.framework.autoconfigure.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.actor.ActorContext;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.actor.ActorSpec;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.actor.Behavior;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.Recipient;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class CobnutActorsAutoConfigurationTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(CobnutActorsAutoConfiguration.class));

    private record Ping(Recipient<String> replyTo) {}

    private static final class Answering implements Behavior<Ping> {
        @Override
        public Behavior<Ping> receive(ActorContext<Ping> context, Ping ping) {
            ping.replyTo().tell("pong");
            return this;
        }
    }

    @Test
    void withoutAnActorSystemThereIsNothing() {
        application.run(context -> assertThat(context).doesNotHaveBean(ActorMeters.class));
    }

    @Test
    void theMetersOfAnActorSystemShowWhatItCounts() {
        application
                .withBean(
                        ActorSystem.class,
                        () ->
                                ActorSystem.create(
                                        "shop", ActorSystem.Settings.defaults().withSampleEvery(1)))
                .run(context -> {
                    ActorSystem system = context.getBean(ActorSystem.class);
                    SimpleMeterRegistry registry = new SimpleMeterRegistry();
                    context.getBean(ActorMeters.class).bindTo(registry);
                    ActorRef<Ping> actor = system.spawn(ActorSpec.of(Answering::new));
                    assertThat(actor.ask(Ping::new, Duration.ofMinutes(2)).await())
                            .isEqualTo(new AskResult.Answered<>("pong"));
                    Awaitility.await()
                            .atMost(Duration.ofMinutes(2))
                            .until(() ->
                                    registry.get(ActorMeter.HANDLED.id())
                                                    .tag("system", "shop")
                                                    .functionCounter()
                                                    .count()
                                            == 1);
                    assertThat(registry.get(ActorMeter.ACCEPTED.id()).functionCounter().count())
                            .isEqualTo(1);
                    assertThat(registry.get(ActorMeter.ACTORS.id()).gauge().value()).isEqualTo(1);
                    assertThat(
                                    registry.get(ActorMeter.WAITED.id())
                                            .tag("quantile", "0.99")
                                            .gauge()
                                            .value())
                            .isPositive();
                    assertThat(
                                    registry.getMeters().stream()
                                            .map(Meter::getId)
                                            .map(Meter.Id::getName)
                                            .collect(Collectors.toSet()))
                            .containsExactlyInAnyOrderElementsOf(
                                    Arrays.stream(ActorMeter.values())
                                            .map(ActorMeter::id)
                                            .toList());
                });
    }
}
