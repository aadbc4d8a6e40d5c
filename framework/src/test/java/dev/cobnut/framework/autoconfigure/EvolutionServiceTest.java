package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.EvolutionServiceTest.CardEvent.AddressChanged;
import dev.cobnut.framework.autoconfigure.EvolutionServiceTest.CardEvent.CardIssued;
import dev.cobnut.framework.autoconfigure.EvolutionServiceTest.CardEvent.NameChanged;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnknownFields;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.snapshot.Snapshots;
import dev.cobnut.framework.table.Table;
import dev.cobnut.framework.tools.GuideCode;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.ViewIncompleteException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import tools.jackson.databind.json.JsonMapper;

/// A service whose build before has written events of types that this build has renamed, split and
/// removed. Every kind of consumer reads them. docs/evolution.md shows its code.
class EvolutionServiceTest {

    private static final Path GUIDE = Path.of("..", "docs", "evolution.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/framework/autoconfigure/EvolutionServiceTest.java");
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final StreamId CARD = StreamId.of("card", "1");
    private static final StreamId PRINTED = StreamId.of("card", "2");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path data;

    /// What the build before wrote.
    sealed interface Before {

        record CardPrinted(String printer) implements Before {}

        record CardOpened(String name, String address) implements Before {}

        record HolderChanged(String name, String address) implements Before {}
    }

    sealed interface CardEvent {

        record CardIssued(String name, String address) implements CardEvent {}

        record NameChanged(String name) implements CardEvent {}

        record AddressChanged(String address) implements CardEvent {}
    }

    /// The payload of a type that is split.
    record HolderChanged(String name, String address) {}

    record Card(String name, String address) {}

    record LetterSent(String text) {}

    /// Records what it is told.
    abstract static class Recording<S, E> implements Decider<S, E, E> {

        private final String category;
        private final EventCodec<E> codec;

        Recording(String category, EventCodec<E> codec) {
            this.category = category;
            this.codec = codec;
        }

        @Override
        public String category() {
            return category;
        }

        @Override
        public EventCodec<E> codec() {
            return codec;
        }

        @Override
        public Decision<E> decide(@Nullable S state, E command, Instant now) {
            return Decision.accepted(command);
        }
    }

    static final class CardsBefore extends Recording<Integer, Before> {

        CardsBefore() {
            super("card", JsonEventCodec.of(Before.class, JsonMapper.shared()));
        }

        @Override
        public Integer evolve(@Nullable Integer state, Before event) {
            return state == null ? 1 : state + 1;
        }
    }

    static final class Cards extends Recording<Card, CardEvent> {

        Cards() {
            super(
                    "card",
                    JsonEventCodec.of(CardEvent.class, JsonMapper.shared())
                            .withFormerName("CardOpened", CardIssued.class)
                            .withSplit(
                                    "HolderChanged",
                                    HolderChanged.class,
                                    both ->
                                            List.of(
                                                    new NameChanged(both.name()),
                                                    new AddressChanged(both.address())))
                            .withRemoved("CardPrinted")
                            .withUnknownFields(UnknownFields.REFUSED));
        }

        @Override
        public Card evolve(@Nullable Card card, CardEvent event) {
            return switch (event) {
                case CardIssued(var name, var address) -> new Card(name, address);
                case NameChanged(var name) -> new Card(name, card == null ? "" : card.address());
                case AddressChanged(var address) ->
                        new Card(card == null ? "" : card.name(), address);
            };
        }

        @Override
        public Optional<Snapshots<Card>> snapshots() {
            return Optional.of(Snapshots.json(Card.class, JsonMapper.shared()).everyEvents(1));
        }
    }

    static final class Letters extends Recording<Integer, LetterSent> {

        Letters() {
            super("letter", JsonEventCodec.of(LetterSent.class, JsonMapper.shared()));
        }

        @Override
        public Integer evolve(@Nullable Integer state, LetterSent event) {
            return state == null ? 1 : state + 1;
        }
    }

    static final class CardView implements Projection<Card> {

        private final Cards cards;

        CardView(Cards cards) {
            this.cards = cards;
        }

        @Override
        public String name() {
            return "cards";
        }

        @Override
        public Set<String> categories() {
            return Set.of("card");
        }

        @Override
        public @Nullable Card apply(@Nullable Card current, RecordedEvent event) {
            return cards.codec().fold(current, event, cards::evolve);
        }

        @Override
        public Payload encode(Card value) {
            return Payload.of(JsonMapper.shared().writeValueAsBytes(value));
        }

        @Override
        public Card decode(Payload payload) {
            return JsonMapper.shared().readValue(payload.bytes(), Card.class);
        }

        @Override
        public List<LookupRow> lookups(Card after, RecordedEvent event) {
            return List.of(LookupRow.put("by-address", after.address()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Now {

        final List<String> seen = new CopyOnWriteArrayList<>();

        @Bean
        Cards cards() {
            return new Cards();
        }

        @Bean
        Letters letters() {
            return new Letters();
        }

        @Bean
        CardView view(Cards cards) {
            return new CardView(cards);
        }

        @Bean
        Handler changes() {
            return Handler.named("changes")
                    .on(
                            NameChanged.class,
                            (event, at) -> seen.add(event.name() + " " + at.version()))
                    .on(
                            AddressChanged.class,
                            (event, at) -> seen.add(event.address() + " " + at.version()));
        }

        @Bean
        Table<Card> perCard() {
            return Table.named("cards", 1, Card.class)
                    .fold(
                            CardEvent.class,
                            (_, at) -> at.stream().id(),
                            (card, event, _) -> new Cards().evolve(card, event));
        }

        @Bean
        Process letterProcess(CommandGateway<Integer, LetterSent> letters) {
            return Process.named("letters")
                    .on(
                            NameChanged.class,
                            (event, on) ->
                                    on.send(letters, "all", new LetterSent("Dear " + event.name())))
                    .on(
                            AddressChanged.class,
                            (event, on) -> {
                                on.send(letters, "all", new LetterSent("To " + event.address()));
                                on.after(
                                        Duration.ofMillis(1),
                                        letters,
                                        "all",
                                        new LetterSent("Later to " + event.address()));
                            });
        }

        @Bean
        List<String> seen() {
            return seen;
        }
    }

    private ApplicationContextRunner service() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CobnutAutoConfiguration.class))
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID());
    }

    @SuppressWarnings("unchecked")
    private static <S, C> CommandGateway<S, C> gateway(
            ApplicationContext context, Class<S> state, Class<C> command) {
        return (CommandGateway<S, C>)
                context.getBeanProvider(
                                ResolvableType.forClassWithGenerics(
                                        CommandGateway.class, state, command))
                        .getObject();
    }

    private static <S> CommandResult.Accepted<S> accepted(CommandResult<S> result) {
        assertThat(result).isInstanceOf(CommandResult.Accepted.class);
        return (CommandResult.Accepted<S>) result;
    }

    @BeforeEach
    void theBuildBeforeWroteThreeStreams() {
        service()
                .withBean(CardsBefore.class)
                .run(context -> {
                    CommandGateway<Integer, Before> before =
                            gateway(context, Integer.class, Before.class);
                    for (Before event :
                            List.of(
                                    new Before.CardPrinted("p1"),
                                    new Before.CardOpened("ada", "Kent"),
                                    new Before.HolderChanged("eve", "Bonn"),
                                    new Before.CardPrinted("p2"))) {
                        accepted(before.send(Command.to(CARD, event)));
                    }
                    accepted(
                            before.send(
                                    Command.to(PRINTED, (Before) new Before.CardPrinted("p1"))
                                            .withKey(new CommandKey("printing", "p1"))));
                });
    }

    @Test
    void everyConsumerReadsWhatTypesHaveBecome() {
        service()
                .withUserConfiguration(Now.class)
                .run(context -> {
                    CommandGateway<Card, CardEvent> cards =
                            gateway(context, Card.class, CardEvent.class);
                    Card eve = new Card("eve", "Bonn");
                    assertThat(cards.state(CARD)).contains(new Versioned<>(eve, 4));

                    List<?> seen = context.getBean("seen", List.class);
                    await().atMost(SOON)
                            .untilAsserted(() -> assertThat(seen).hasToString("[eve 3, Bonn 3]"));
                    Table<?> table = context.getBean(Table.class);
                    assertThat(table.await(SOON)).isTrue();
                    assertThat(table.get("1").isPresent()).isTrue();
                    assertThat(table.get("1").orElseThrow()).isEqualTo(eve);
                    assertThat(table.get("2")).isEmpty();

                    View<?> view = context.getBean(View.class);
                    await().atMost(SOON)
                            .ignoreException(ViewIncompleteException.class)
                            .until(() ->
                                    view.idsByLookup("by-address", "Bonn", null, 10)
                                            .equals(List.of(CARD)));
                    assertThat(view.find(CARD).orElseThrow().value()).isEqualTo(eve);
                    assertThat(view.find(CARD).orElseThrow().version()).isEqualTo(4);
                    assertThat(view.find(PRINTED)).isEmpty();

                    assertThat(letters(context))
                            .containsExactlyInAnyOrder("Dear eve", "To Bonn", "Later to Bonn");

                    CommandResult.Accepted<Card> next =
                            accepted(cards.send(Command.to(CARD, new NameChanged("eva"))));
                    assertThat(next.version()).isEqualTo(5);
                    assertThat(next.state()).isEqualTo(new Card("eva", "Bonn"));
                    await().atMost(SOON).until(() -> seen.size() == 3);
                    await().atMost(SOON)
                            .until(() ->
                                    view.find(CARD).orElseThrow().value().equals(next.state()));
                    Handlers handlers = context.getBean(Handlers.class);
                    assertThat(handlers.statuses())
                            .allSatisfy(status -> assertThat(status.parked()).isZero());
                });
        // The snapshot of version 5 is there now; what follows is folded onto it.
        service()
                .withUserConfiguration(Now.class)
                .run(context ->
                        assertThat(gateway(context, Card.class, CardEvent.class).state(CARD))
                                .contains(new Versioned<>(new Card("eva", "Bonn"), 5)));
    }

    private static List<String> letters(ApplicationContext context) {
        Journal journal = context.getBean(Journal.class);
        StreamId all = StreamId.of("letter", "all");
        await().atMost(SOON).until(() -> journal.read(all, 0, 10).size() == 3);
        List<String> texts = new ArrayList<>();
        for (RecordedEvent event : journal.read(all, 0, 10)) {
            texts.add(new Letters().codec().decode(event).text());
        }
        return texts;
    }

    /// The domain sees no stream. The versions are there, so the next event has the next one.
    @Test
    void aStreamOfRemovedTypesAloneHasNoStateAndGoesOn() {
        service()
                .withUserConfiguration(Now.class)
                .run(context -> {
                    CommandGateway<Card, CardEvent> cards =
                            gateway(context, Card.class, CardEvent.class);
                    CardEvent issued = new CardIssued("ada", "Kent");
                    assertThat(cards.state(PRINTED)).isEmpty();
                    assertThat(cards.send(Command.to(PRINTED, issued).expecting(0)))
                            .isEqualTo(new CommandResult.VersionConflict<>(0, 1));
                    assertThat(
                                    cards.send(
                                            Command.to(PRINTED, issued)
                                                    .withKey(new CommandKey("printing", "p1"))))
                            .isEqualTo(new CommandResult.Missing<>());

                    CommandResult.Accepted<Card> first =
                            accepted(cards.send(Command.beginning(PRINTED, issued)));
                    assertThat(first.version()).isEqualTo(2);
                    assertThat(cards.state(PRINTED))
                            .contains(new Versioned<>(new Card("ada", "Kent"), 2));
                    View<?> view = context.getBean(View.class);
                    await().atMost(SOON).until(() -> view.find(PRINTED).isPresent());
                    await().atMost(SOON)
                            .until(() -> context.getBean(Journal.class).countUnpublished() == 0);
                });
    }

    @Test
    void theCodeOfTheGuideIsTheCodeHere() throws IOException {
        assertThat(GuideCode.requireIn(GUIDE, HERE)).isEqualTo(2);
    }
}
