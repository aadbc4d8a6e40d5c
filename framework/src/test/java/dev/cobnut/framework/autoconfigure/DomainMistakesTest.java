package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.autoconfigure.domain.DomainFailureAnalyzer;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.node.AppliedVersions;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;

/// Mistakes in the parts of a domain end the start with a sentence.
class DomainMistakesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    private ApplicationContextRunner service() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CobnutAutoConfiguration.class))
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID());
    }

    @Test
    void twoViewsOfOneNameEndTheStart() {
        assertRefused(
                service()
                        .withBean("one", AppliedVersions.class, () -> new AppliedVersions("counts"))
                        .withBean(
                                "two", AppliedVersions.class, () -> new AppliedVersions("counts")),
                "two views are named counts, the beans one and two; give one of them another name"
                        + " (Projection.name())");
    }

    @Test
    void aNameThatIsNoNameOfAMapEndsTheStart() {
        assertRefused(
                service().withBean(AppliedVersions.class, () -> new AppliedVersions("Counts *")),
                "a view's name has lower-case letters, digits and - only, but"
                        + " dev.cobnut.framework.node.AppliedVersions is named 'Counts *'");
    }

    @Test
    void aViewOfACategoryThatNoStreamIdCanCarryEndsTheStart() {
        assertRefused(
                service()
                        .withBean(
                                AppliedVersions.class,
                                () -> new AppliedVersions("cards", "member-card")),
                "the view cards is of the category 'member-card', which no stream id can carry; a"
                        + " category begins with a letter and has letters, digits, _ . and : only,"
                        + " because it ends at the first - of a stream id");
    }

    @Test
    void aDomainOfACategoryThatNoStreamIdCanCarryEndsTheStart() {
        assertRefused(
                service().withBean(Decider.class, () -> new Named("member-card")),
                "no stream id can carry the category 'member-card'; a category begins with a letter"
                        + " and has letters, digits, _ . and : only, because it ends at the first -"
                        + " of a stream id");
    }

    /// What had not begun yet is closed without a complaint.
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void twoDecidersOfOneCategoryEndTheStart(CapturedOutput output) {
        assertRefused(
                service()
                        .withBean("one", Decider.class, CounterDecider::new)
                        .withBean("two", Decider.class, () -> new Named("counter")),
                "two deciders are of the category counter, dev.cobnut.framework.node.CounterDecider and"
                        + " dev.cobnut.framework.autoconfigure.DomainMistakesTest$Named; give one of"
                        + " them another category");
        assertThat(output).doesNotContain("Invocation of close method failed");
    }

    @Test
    void aHandlerOfAnEventThatNoDeciderHasEndsTheStart() {
        assertRefused(
                service()
                        .withBean(CounterDecider.class)
                        .withBean(
                                Handler.class,
                                () -> Handler.named("mails").on(Open.class, (_, _) -> {})),
                "the handler mails reacts to dev.cobnut.framework.node.CounterDecider$Open, which no"
                        + " codec of a decider reads; by category they read {counter=[Added, Opened]}");
    }

    @Test
    void twoHandlersOfOneNameEndTheStart() {
        assertRefused(
                service()
                        .withBean(CounterDecider.class)
                        .withBean("one", Handler.class, DomainMistakesTest::mails)
                        .withBean("two", Handler.class, DomainMistakesTest::mails),
                "two handlers are named mails, the beans one and two; give one of them another name"
                        + " (Handler.named(…), or EventHandler.name())");
    }

    private static Handler mails() {
        return Handler.named("mails").on(Counted.class, (_, _) -> {});
    }

    @Test
    void anEventTypeThatNoCodecCanKnowEndsTheStart() {
        assertRefused(
                service().withBean(JsonEventCodec.class, () -> open(Open3.class)),
                "dev.cobnut.framework.autoconfigure.DomainMistakesTest$Open3 is neither a record nor"
                        + " sealed, so the codec cannot know all event types; make it a record, or a"
                        + " sealed interface of records");
    }

    private static JsonEventCodec<?> open(Class<?> family) {
        return JsonEventCodec.of(family, JsonMapper.shared());
    }

    /// Anybody may add an event to it.
    interface Open3 {}

    @Test
    void anEventThatWasRenamedEndsTheStartUnlessItsFormerNameIsDeclared() {
        service()
                .withBean(CounterDecider.class)
                .run(context -> {
                    StreamId stream = StreamId.of("counter", "1");
                    @SuppressWarnings("unchecked") // the service has one decider
                    CommandGateway<Counter, Change> counters =
                            context.getBean(CommandGateway.class);
                    assertThat(counters.send(Command.beginning(stream, new Open(3))))
                            .isInstanceOf(CommandResult.Accepted.class);
                });

        JsonEventCodec<Begun> renamed =
                JsonEventCodec.of(Begun.class, JsonMapper.builder().build());
        assertRefused(
                service().withBean(Decider.class, () -> new Renamed(renamed)),
                "the journal has events of the type Opened in streams of the category counter, which"
                        + " the codec of Renamed does not read; the nearest that it reads is Open2: if"
                        + " Opened was renamed to it, declare the former name"
                        + " (JsonEventCodec.withFormerName); if it was given up, declare that"
                        + " (withRemoved, withSplit); otherwise bring the type back.");

        service()
                .withBean(
                        Decider.class,
                        () -> new Renamed(renamed.withFormerName("Opened", Begun.Open2.class)))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    CommandGateway<?, ?> gateway = context.getBean(CommandGateway.class);
                    Optional<?> state = gateway.state(StreamId.of("counter", "1"));
                    assertThat((Object) state.orElseThrow())
                            .isEqualTo(new Versioned<>(new Counter(3), 1));
                });
    }

    /// The events of counters under other names.
    sealed interface Begun {
        record Open2(int value) implements Begun {}

        record Plus(int by) implements Begun {}
    }

    private record Renamed(EventCodec<Begun> codec) implements Decider<Counter, Change, Begun> {

        @Override
        public String category() {
            return "counter";
        }

        @Override
        public Decision<Begun> decide(@Nullable Counter state, Change command, Instant now) {
            return new Decision.Missing<>();
        }

        @Override
        public Counter evolve(@Nullable Counter state, Begun event) {
            return switch (event) {
                case Begun.Open2(int value) -> new Counter(value);
                case Begun.Plus(int by) -> new Counter((state == null ? 0 : state.value()) + by);
            };
        }
    }

    private static void assertRefused(ApplicationContextRunner service, String sentence) {
        service.run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .hasRootCauseInstanceOf(UnusableDomainException.class)
                    .hasRootCauseMessage(sentence);
            Throwable failure = Objects.requireNonNull(context.getStartupFailure());
            assertThat(new DomainFailureAnalyzer().analyze(failure))
                    .isNotNull()
                    .satisfies(shown -> assertThat(shown.getDescription()).isEqualTo(sentence));
        });
    }

    /// Counters of another category.
    private record Named(String category) implements Decider<Counter, Change, Counted> {

        private static final CounterDecider COUNTING = new CounterDecider();

        @Override
        public EventCodec<Counted> codec() {
            return COUNTING.codec();
        }

        @Override
        public Decision<Counted> decide(@Nullable Counter state, Change command, Instant now) {
            return COUNTING.decide(state, command, now);
        }

        @Override
        public Counter evolve(@Nullable Counter state, Counted event) {
            return COUNTING.evolve(state, event);
        }
    }
}
