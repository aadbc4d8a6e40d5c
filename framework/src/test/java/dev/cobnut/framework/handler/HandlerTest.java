package dev.cobnut.framework.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.event.Upcaster;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.node.TestNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class HandlerTest {

    sealed interface CardEvent {}

    record CardIssued(String member) implements CardEvent {}

    record FineCharged(int cents, String currency) implements CardEvent {}

    record CopyLent(String card) {}

    record Unheard(int number) {}

    private static final EventCodec<CardEvent> CARDS =
            JsonEventCodec.of(
                            CardEvent.class,
                            JsonMapper.shared(),
                            new Upcaster(
                                    "FineCharged", 1, payload -> payload.put("currency", "EUR")))
                    .withFormerName("FineAdded", FineCharged.class);

    private static final EventCodec<CopyLent> COPIES =
            JsonEventCodec.of(CopyLent.class, JsonMapper.shared());

    private static final Map<String, EventCodec<?>> CODECS = Map.of("card", CARDS, "copy", COPIES);

    private static final String FINE = "{\"cents\":120,\"currency\":\"EUR\"}";

    private final List<Object> taken = new ArrayList<>();

    private static RecordedEvent event(
            String category, String type, int schemaVersion, String payload) {
        RecordedEvent event = TestNode.recorded(StreamId.of(category, "7"), 3, 30);
        return new RecordedEvent(
                event.id(),
                event.stream(),
                event.version(),
                type,
                schemaVersion,
                TestNode.event(type, payload).payload(),
                event.metadata(),
                event.position(),
                event.recordedAtMicros());
    }

    private Handler fines() {
        return Handler.named("fines").on(FineCharged.class, (fine, _) -> taken.add(fine));
    }

    @Test
    void aReactionGetsTheContentAndTheEventAsItIsRecorded() throws Exception {
        RecordedEvent stored = event("card", "FineCharged", 2, FINE);
        List<RecordedEvent> recorded = new ArrayList<>();
        Handler handler =
                Handler.named("fines")
                        .from(Start.NOW)
                        .on(
                                FineCharged.class,
                                (fine, event) -> {
                                    taken.add(fine);
                                    recorded.add(event);
                                })
                        .reading(CODECS);

        handler.handle(stored);

        assertThat(taken).containsExactly(new FineCharged(120, "EUR"));
        assertThat(recorded).containsExactly(stored);
        assertThat(handler.name()).isEqualTo("fines");
        assertThat(handler.start()).isEqualTo(Start.NOW);
        assertThat(handler.categories()).containsExactly("card");
    }

    @Test
    void whatWasStoredUnderAFormerNameOrInAFormerShapeIsReadAsTheClassOfToday() throws Exception {
        fines().reading(CODECS).handle(event("card", "FineAdded", 1, "{\"cents\":5}"));

        assertThat(taken).containsExactly(new FineCharged(5, "EUR"));
    }

    @Test
    void eventsOfOtherClassesAndOfUnknownTypesArePassedOverUnread() throws Exception {
        Handler handler = fines().reading(CODECS);

        handler.handle(event("card", "CardIssued", 1, "damaged"));
        handler.handle(event("card", "CardBlessed", 1, "damaged"));

        assertThat(taken).isEmpty();
    }

    @Test
    void aReactionToAFamilyGetsAllEventsOfIt() throws Exception {
        Handler handler =
                Handler.named("all")
                        .on(CardEvent.class, (event, _) -> taken.add(event))
                        .on(CopyLent.class, (lent, _) -> taken.add(lent))
                        .reading(CODECS);

        handler.handle(event("card", "CardIssued", 1, "{\"member\":\"ada\"}"));
        handler.handle(event("card", "FineCharged", 2, FINE));
        handler.handle(event("copy", "CopyLent", 1, "{\"card\":\"7\"}"));

        assertThat(handler.categories()).containsExactlyInAnyOrder("card", "copy");
        assertThat(taken)
                .containsExactly(
                        new CardIssued("ada"), new FineCharged(120, "EUR"), new CopyLent("7"));
    }

    @Test
    void anEventThatCannotBeReadParksItsStreamAndTheOthersAreHandled() {
        List<FineCharged> fines = new CopyOnWriteArrayList<>();
        Handler handler =
                Handler.named("fines")
                        .on(FineCharged.class, (fine, _) -> fines.add(fine))
                        .reading(CODECS);
        assertThatThrownBy(() -> handler.handle(event("card", "FineCharged", 2, "damaged")))
                .isInstanceOf(ParkStreamException.class)
                .hasMessageContaining("payload of FineCharged (schema 2) does not parse");
        try (Journal journal = InMemoryJournal.create(InstantSource.system());
                Handlers handlers =
                        new Handlers(
                                List.of(handler),
                                journal,
                                Cards.QUICK,
                                new HandlerCounts(),
                                System::nanoTime)) {
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            append(journal, 1, "damaged");
            append(journal, 2, "{\"cents\":120}");
            await().atMost(Cards.SOON).until(() -> handlers.parked("fines", 10).size() == 1);
            await().atMost(Cards.SOON)
                    .until(() -> fines.equals(List.of(new FineCharged(120, "EUR"))));
            ParkedStream parked = handlers.parked("fines", 10).getFirst();
            assertThat(parked.stream()).isEqualTo(Cards.card(1));
            assertThat(parked.attempts()).as("it is not tried again").isEqualTo(1);
        }
    }

    private static void append(Journal journal, int card, String payload) {
        AppendRequest request =
                AppendRequest.of(
                        Cards.card(card),
                        new ExpectedVersion.Any(),
                        List.of(TestNode.event("FineCharged", payload)),
                        null);
        journal.append(request);
        var _ = request.result().join();
    }

    @Test
    void aHandlerThatCannotBeIsRefusedWithOneSentence() {
        assertThatThrownBy(() -> Handler.named("idle").reading(CODECS))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage("the handler idle reacts to no event; give it one by on(…)");
        assertThatThrownBy(() -> fines().on(FineCharged.class, (_, _) -> {}))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(
                        "the handler fines has two reactions to"
                                + " dev.cobnut.framework.handler.HandlerTest$FineCharged; do both in one");
        assertThatThrownBy(() -> fines().on(CardEvent.class, (_, _) -> {}).reading(CODECS))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(
                        "the handler fines has two reactions to"
                                + " dev.cobnut.framework.handler.HandlerTest$FineCharged,"
                                + " on(FineCharged) and on(CardEvent); leave one of them out");
        assertThatThrownBy(() -> fines().on(Unheard.class, (_, _) -> {}).reading(CODECS))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(
                        "the handler fines reacts to dev.cobnut.framework.handler.HandlerTest$Unheard,"
                                + " which no codec of a decider reads; by category they read"
                                + " {card=[CardIssued, FineCharged], copy=[CopyLent]}");
        assertThatThrownBy(() -> fines().handle(event("card", "FineCharged", 2, FINE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the handler fines has no codecs yet; call reading(…) first");
    }
}
