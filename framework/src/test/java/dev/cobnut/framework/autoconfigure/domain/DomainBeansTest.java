package dev.cobnut.framework.autoconfigure.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.view.View;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/// Every part of a domain is injected by its type.
class DomainBeansTest {

    record Card(int loans) {}

    record Copy(String title) {}

    interface CardCommand {}

    interface CopyCommand {}

    private final ApplicationContextRunner service =
            new ApplicationContextRunner().withUserConfiguration(Opening.class);

    @Test
    void eachOfTwoDecidersHasAGatewayThatIsInjectedByItsType() {
        service.withUserConfiguration(Library.class, Desk.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Desk desk = context.getBean(Desk.class);
                    assertThat(desk.cards())
                            .isEqualTo(new Opened<>(context.getBean(CardRules.class)));
                    assertThat(desk.copies())
                            .isEqualTo(
                                    new Opened<>((Decider<?, ?, ?>) context.getBean("copyRules")));
                    assertThat(context.getBeanNamesForType(CommandGateway.class))
                            .containsExactlyInAnyOrder("cardRulesGateway", "copyRulesGateway");
                });
    }

    @Test
    void aTypeArgumentThatIsGenericItselfIsTold() {
        service.withUserConfiguration(Shelves.class, ShelfDesk.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(ShelfDesk.class).byNumber())
                            .isSameAs(context.getBean("byNumberGateway"));
                });
    }

    @Test
    void aGatewayOfTheApplicationTakesThePlaceOfTheOneOfItsType() {
        service.withUserConfiguration(Library.class, OwnCards.class, Desk.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(Desk.class).cards()).isSameAs(OwnCards.OWN);
                    assertThat(context.getBeanNamesForType(CommandGateway.class))
                            .containsExactlyInAnyOrder("cards", "copyRulesGateway");
                });
    }

    /// It may be the gateway of any decider.
    @Test
    void aGatewayOfTheApplicationWithoutTypesTakesThePlaceOfAll() {
        service.withUserConfiguration(Library.class, RawGateway.class)
                .run(context ->
                        assertThat(context.getBeanNamesForType(CommandGateway.class))
                                .containsExactly("raw"));
    }

    @Test
    void theGatewayOfADeciderThatIsDeclaredWithoutTypesFitsEveryInjectionPoint() {
        service.withBean("cards", Decider.class, CardRules::new)
                .withUserConfiguration(CardDesk.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void gatewaysOfOneTypeAreToldByTheirNames() {
        service.withBean("north", CardRules.class)
                .withBean("south", CardRules.class)
                .withUserConfiguration(NorthDesk.class)
                .run(context ->
                        assertThat(context.getBean(NorthDesk.class).northGateway())
                                .isSameAs(context.getBean("northGateway")));
    }

    @Test
    void severalGatewaysThatFitEndTheStartWithTheirNames() {
        assertThat(
                        sentence(
                                service.withBean("north", CardRules.class)
                                        .withBean("south", CardRules.class)
                                        .withUserConfiguration(CardDesk.class)))
                .isEqualTo(
                        "Parameter 0 of constructor in "
                                + CardDesk.class.getName()
                                + " needs one CommandGateway<Card, CardCommand>, and several beans fit:"
                                + " northGateway, a CommandGateway<Card, CardCommand>; southGateway, a"
                                + " CommandGateway<Card, CardCommand>; write the type arguments, and"
                                + " where several have the same ones, the bean's name (as the"
                                + " parameter's name, or with @Qualifier).");
    }

    @Test
    void aGatewayOfTypesThatNoDeciderHasEndsTheStartWithThoseThatThereAre() {
        assertThat(sentence(service.withUserConfiguration(Library.class, MixedUpDesk.class)))
                .isEqualTo(
                        "Parameter 0 of constructor in "
                                + MixedUpDesk.class.getName()
                                + " needs a CommandGateway<Card, CopyCommand>, and there are only"
                                + " cardRulesGateway, a CommandGateway<Card, CardCommand>;"
                                + " copyRulesGateway, a CommandGateway<Copy, CopyCommand>; write the type"
                                + " arguments of one of them, or declare a Decider of these types as a"
                                + " bean.");
    }

    @Test
    void aGatewayWithoutADeciderEndsTheStart() {
        assertThat(sentence(service.withUserConfiguration(CardDesk.class)))
                .endsWith(
                        "needs a CommandGateway<Card, CardCommand>, and there is none, because no"
                                + " Decider is a bean.");
    }

    @Test
    void aViewOfAValueThatNoProjectionHasEndsTheStart() {
        assertThat(sentence(service.withUserConfiguration(NeedsView.class)))
                .endsWith(
                        "needs a View<Card>, and there is none, because no Projection is a bean.");
    }

    @Test
    void otherMissingBeansAreLeftToSpringBoot() {
        service.withUserConfiguration(NeedsText.class)
                .run(context -> {
                    Throwable failure = Objects.requireNonNull(context.getStartupFailure());
                    assertThat(
                                    new DomainBeanAnalyzer(
                                                    new GenericApplicationContext()
                                                            .getBeanFactory())
                                            .analyze(failure))
                            .isNull();
                });
    }

    /// The bean factory of a context that did not start is not reachable from outside.
    private static String sentence(ApplicationContextRunner broken) {
        BeanFactory[] beans = new BeanFactory[1];
        String[] sentence = new String[1];
        broken.withInitializer(context -> beans[0] = context.getBeanFactory())
                .run(context -> {
                    Throwable failure = Objects.requireNonNull(context.getStartupFailure());
                    FailureAnalysis analysis = new DomainBeanAnalyzer(beans[0]).analyze(failure);
                    sentence[0] = Objects.requireNonNull(analysis).getDescription();
                });
        return sentence[0];
    }

    @Configuration(proxyBeanMethods = false)
    static class Opening {
        @Bean
        static DomainBeans domainBeans() {
            return new DomainBeans();
        }

        @Bean
        Opener commandGateways() {
            return new Opener();
        }
    }

    static final class Opener {
        public <S, C, E> CommandGateway<S, C> of(Decider<S, C, E> decider) {
            return new Opened<>(decider);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Library {
        @Bean
        Decider<Copy, CopyCommand, String> copyRules() {
            return new Rules<>("copy");
        }

        @Bean
        static CardRules cardRules() {
            return new CardRules();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Shelves {
        @Bean
        Decider<Map<Integer, Copy>, CopyCommand, String> byNumber() {
            return new Rules<>("number");
        }

        @Bean
        Decider<Map<String, Copy>, CopyCommand, String> byTitle() {
            return new Rules<>("title");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnCards {
        static final CommandGateway<Card, CardCommand> OWN = new Opened<>(new CardRules());

        @Bean
        CommandGateway<Card, CardCommand> cards() {
            return OWN;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class RawGateway {
        @Bean
        @SuppressWarnings("rawtypes") // as an application may declare it
        CommandGateway raw() {
            return OwnCards.OWN;
        }
    }

    record Desk(
            CommandGateway<Card, CardCommand> cards, CommandGateway<Copy, CopyCommand> copies) {}

    record CardDesk(CommandGateway<Card, CardCommand> gateway) {}

    record NorthDesk(CommandGateway<Card, CardCommand> northGateway) {}

    record MixedUpDesk(CommandGateway<Card, CopyCommand> gateway) {}

    record ShelfDesk(CommandGateway<Map<Integer, Copy>, CopyCommand> byNumber) {}

    record NeedsView(View<Card> cards) {}

    record NeedsText(CharSequence text) {}

    static final class CardRules extends Rules<Card, CardCommand> {
        CardRules() {
            super("card");
        }
    }

    /// Rules that are never asked.
    static class Rules<S, C> implements Decider<S, C, String> {
        private final String category;

        Rules(String category) {
            this.category = category;
        }

        @Override
        public String category() {
            return category;
        }

        @Override
        public EventCodec<String> codec() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Decision<String> decide(@Nullable S state, C command, Instant now) {
            throw new UnsupportedOperationException();
        }

        @Override
        public S evolve(@Nullable S state, String event) {
            throw new UnsupportedOperationException();
        }
    }

    /// The gateway of a decider; nothing is sent.
    record Opened<S, C>(Decider<S, C, ?> decider) implements CommandGateway<S, C> {
        @Override
        public StreamId stream(String id) {
            return decider.stream(id);
        }

        @Override
        public CommandResult<S> send(Command<? extends C> command) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Versioned<S>> state(StreamId stream) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Versioned<S>> past(StreamId stream, Predicate<RecordedEvent> accepted) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
            throw new UnsupportedOperationException();
        }
    }
}
