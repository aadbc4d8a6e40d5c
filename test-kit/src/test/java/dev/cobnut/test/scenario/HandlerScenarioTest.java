package dev.cobnut.test.scenario;

import static dev.cobnut.test.scenario.DomainScenarioTest.assertThatFailure;
import static dev.cobnut.test.scenario.Lamp.carried;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.test.scenario.Lamp.Carried;
import dev.cobnut.test.scenario.Lamp.Carry;
import dev.cobnut.test.scenario.Lamp.LampEvent;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HandlerScenarioTest {

    private static final Lamp.Rules RULES = new Lamp.Rules();
    private static final StreamId DESK = StreamId.of("lamp", "desk");

    /// A handler without classes, of lamps only.
    private record Watching(Handler.Reaction<RecordedEvent> reaction) implements EventHandler {

        @Override
        public String name() {
            return "watching";
        }

        @Override
        public Set<String> categories() {
            return Set.of("lamp");
        }

        @Override
        public void handle(RecordedEvent event) throws Exception {
            reaction.handle(event, event);
        }
    }

    private static HandlerScenario<LampEvent> lamps(Handler.Reaction<RecordedEvent> reaction) {
        return HandlerScenario.of(RULES, _ -> new Watching(reaction));
    }

    /// A scenario whose effects are the rooms.
    private static HandlerScenario<LampEvent> rooms() {
        return HandlerScenario.of(
                RULES,
                around ->
                        Handler.named("rooms")
                                .on(Carried.class, (event, _) -> around.capture(event.room())));
    }

    /// What a gateway answers to the commands of a handler.
    private static List<Object> answers(
            Function<CommandGateway<Lamp, Carry>, List<CommandResult<Lamp>>> commands) {
        return HandlerScenario.of(
                        RULES,
                        around -> {
                            CommandGateway<Lamp, Carry> gateway = around.gateway(RULES);
                            return new Watching(
                                    (_, _) -> commands.apply(gateway).forEach(around::capture));
                        })
                .when(carried("hall"))
                .effects();
    }

    @Test
    void theHandlerGetsTheEventsAsTheJournalRecordsThem() {
        List<RecordedEvent> seen = new ArrayList<>();
        Instant later = DomainScenario.NOW.plusSeconds(60);
        lamps((event, _) -> seen.add(event)).stream("desk")
                .given(carried("hall"))
                .at(later)
                .when(carried("attic"));

        assertThat(seen).extracting(RecordedEvent::version).containsExactly(1L, 2L);
        assertThat(seen).extracting(RecordedEvent::stream).containsOnly(DESK);
        assertThat(seen)
                .extracting(event -> event.metadata().time())
                .containsExactly(DomainScenario.NOW, later);
        assertThat(seen.getFirst().id()).isNotEqualTo(seen.getLast().id());
    }

    @Test
    void anEventThatComesAgainIsTheSameEvent() {
        HandlerScenario<LampEvent> ids =
                HandlerScenario.of(
                        RULES, around -> new Watching((event, _) -> around.capture(event.id())));
        List<Object> first = ids.when(carried("hall"), carried("hall")).effects();

        assertThat(Set.copyOf(first)).hasSize(2).hasOnlyElementsOfType(UUID.class);
        assertThat(ids.when(carried("hall"), carried("hall")).again().effects()).isEqualTo(first);
    }

    @Test
    void effectsOfGivenEventsDoNotCountAndScenariosShareNothing() {
        HandlerScenario<LampEvent> given = rooms().given(carried("hall"));

        given.when(carried("attic")).thenEffects("attic").when(carried("yard")).thenEffects("yard");
        given.when(carried("yard")).thenEffects("yard").thenNoCommands();
        given.when().thenNoEffects();
    }

    @Test
    void theClockStandsAtTheTimeOfTheEvent() {
        HandlerScenario<LampEvent> times =
                HandlerScenario.of(
                        RULES,
                        around -> new Watching((_, _) -> around.capture(around.clock().instant())));
        Instant later = DomainScenario.NOW.plusSeconds(60);

        times.when(carried("hall")).thenEffects(DomainScenario.NOW);
        times.at(later).when(carried("hall")).thenEffects(later);
    }

    @Test
    void aHandlerOfSeveralCategoriesGetsTheEventsOfEach() {
        Lamp.Rules torches =
                new Lamp.Rules() {
                    @Override
                    public String category() {
                        return "torch";
                    }
                };
        HandlerScenario<LampEvent> both =
                HandlerScenario.of(
                        RULES,
                        around ->
                                Handler.named("both")
                                        .on(
                                                LampEvent.class,
                                                (_, event) ->
                                                        around.capture(event.stream().value())));

        both.given(carried("hall")).stream(torches, "7")
                .when(carried("yard"))
                .thenEffects("torch-7");
        lamps((_, _) -> {}).stream(torches, "7").given(carried("yard")).stream(RULES, "1")
                .when(carried("hall"))
                .thenNoEffects();
        assertThatFailure(() -> lamps((_, _) -> {}).stream(torches, "7").when(carried("yard")))
                .isEqualTo("the handler watching handles streams of [lamp], not of torch");
    }

    @Test
    void aGatewayDecidesOnTheEventsOfTheScenarioAndOnItsOwn() {
        StreamId hallway = StreamId.of("lamp", "1");
        List<Object> answers =
                answers(gateway ->
                        List.of(
                                gateway.send(Command.to(hallway, new Carry("attic"))),
                                gateway.send(Command.to(hallway, new Carry("cellar"))),
                                gateway.send(Command.to(DESK, new Carry("nowhere"))),
                                gateway.send(Command.to(DESK, new Carry("same"))),
                                gateway.send(Command.to(hallway, new Carry("yard")).expecting(1)),
                                gateway.send(Command.beginning(hallway, new Carry("yard")))));

        assertThat(answers.get(0))
                .isEqualTo(
                        new CommandResult.Accepted<>(
                                hallway, new Lamp(List.of("hall", "attic")), 2, 2, false));
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        CommandResult.Refused.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo("too-dark"));
        assertThat(answers.subList(2, 6))
                .containsExactly(
                        new CommandResult.Missing<>(),
                        new CommandResult.Missing<>(),
                        new CommandResult.VersionConflict<>(1, 2),
                        new CommandResult.VersionConflict<>(0, 2));
    }

    @Test
    void aKeyGetsItsFirstAnswerAgain() {
        CommandKey key = new CommandKey("key", "fingerprint");
        List<Object> answers =
                answers(gateway ->
                        List.of(
                                gateway.send(Command.to(DESK, new Carry("attic")).withKey(key)),
                                gateway.send(Command.to(DESK, new Carry("attic")).withKey(key)),
                                gateway.send(
                                        Command.to(DESK, new Carry("yard"))
                                                .withKey(new CommandKey("key", "other")))));

        Lamp attic = new Lamp(List.of("attic"));
        assertThat(answers)
                .containsExactly(
                        new CommandResult.Accepted<>(DESK, attic, 1, 2, false),
                        new CommandResult.Accepted<>(DESK, attic, 1, 2, true),
                        new CommandResult.KeyReused<>("key", DESK));
    }

    @Test
    void aGatewayReadsTheStreamsOfTheScenario() {
        HandlerScenario.of(
                        RULES,
                        around -> {
                            CommandGateway<Lamp, Carry> gateway = around.gateway(RULES);
                            return new Watching((event, _) -> {
                                around.capture(gateway.state(event.stream()).orElseThrow().state());
                                around.capture(gateway.events(event.stream(), 1, 10).size());
                                around.capture(gateway.state(DESK).isEmpty());
                            });
                        })
                .given(carried("hall"))
                .when(carried("attic"))
                .thenEffects(new Lamp(List.of("hall", "attic")), 1, true);
        assertThatThrownBy(() ->
                        new HandlerSurroundings()
                                .gateway(RULES)
                                .send(Command.to(StreamId.of("torch", "7"), new Carry("yard"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("torch-7 is not a stream of the category lamp");
    }

    @Test
    void whatDiffersIsShownByItsFields() {
        assertThatFailure(() -> rooms().when(carried("hall")).thenEffects("attic", "yard"))
                .isEqualTo(
                        """
                        for Carried, the handler rooms led to other effects:
                          effect 1, String: expected "attic", was "hall"
                          effect 2: expected "yard", was nothing\
                        """);
        HandlerScenario<LampEvent> sending =
                HandlerScenario.of(
                        RULES,
                        around -> {
                            CommandGateway<Lamp, Carry> gateway = around.gateway(RULES);
                            return new Watching((_, _) -> {
                                var _ = gateway.send(Command.to(DESK, new Carry("attic")));
                            });
                        });
        assertThatFailure(() ->
                        sending.when(carried("hall"))
                                .thenCommands(Command.to(DESK, new Carry("yard"))))
                .isEqualTo(
                        """
                        for Carried, the handler watching led to other commands:
                          command 1, Command.content.room: expected "yard", was "attic\"\
                        """);
        assertThatFailure(() -> sending.when(carried("hall")).thenContents(new Carry("yard")))
                .isEqualTo(
                        """
                        for Carried, the handler watching led to other commands:
                          content 1, Carry.room: expected "yard", was "attic\"\
                        """);
        sending.when(carried("hall")).thenContents(new Carry("attic"));
    }

    @Test
    void aFailureIsAnOutcomeAndNoExpectationPassesOverIt() {
        HandlerScenario<LampEvent> failing =
                lamps((_, _) -> {
                    throw new IOException("no mail server");
                });

        HandlerOutcome<LampEvent> outcome =
                failing.when(carried("hall")).thenFails(IOException.class);
        assertThat(outcome.failure()).hasMessage("no mail server");
        assertThatFailure(outcome::thenNoEffects)
                .isEqualTo(
                        "for Carried, the handler watching failed: java.io.IOException: no mail server");
        assertThatFailure(() -> outcome.thenFails(IllegalStateException.class))
                .isEqualTo(
                        "for Carried, the handler watching failed with java.io.IOException: no mail"
                                + " server; expected IllegalStateException");
        assertThatFailure(() -> rooms().when(carried("hall")).thenFails(IOException.class))
                .isEqualTo("for Carried, the handler rooms handled the events; expected a failure");
        assertThatFailure(() -> failing.given(carried("hall")).when(carried("attic")))
                .isEqualTo(
                        "the handler watching failed on the given Carried of lamp-1:"
                                + " java.io.IOException: no mail server");
    }

    @Test
    void aSecondAttemptOfTheSameHandlerMaySucceed() {
        HandlerScenario.of(
                        RULES,
                        around -> {
                            List<String> attempts = new ArrayList<>();
                            return new Watching((event, _) -> {
                                attempts.add(event.type());
                                if (attempts.size() == 1) {
                                    throw new IOException("no mail server");
                                }
                                around.capture(attempts.size());
                            });
                        })
                .when(carried("hall"))
                .thenFails(IOException.class)
                .again()
                .thenEffects(2);
    }
}
