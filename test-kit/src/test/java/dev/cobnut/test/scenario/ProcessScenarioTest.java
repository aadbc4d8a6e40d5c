package dev.cobnut.test.scenario;

import static dev.cobnut.test.scenario.Lamp.carried;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.process.Process.Reaction;
import dev.cobnut.framework.process.Steps;
import dev.cobnut.test.scenario.Lamp.Carried;
import dev.cobnut.test.scenario.Lamp.Carry;
import dev.cobnut.test.scenario.Lamp.LampEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProcessScenarioTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Lamp.Rules RULES = new Lamp.Rules();

    /// What a reaction of lamps does with the gateway of lamps.
    @FunctionalInterface
    private interface Lamps {
        void on(Carried event, Steps on, CommandGateway<Lamp, Carry> lamps);
    }

    private static ProcessScenario<LampEvent> lamps(Lamps reaction) {
        return ProcessScenario.of(
                RULES,
                around -> {
                    CommandGateway<Lamp, Carry> lamps = around.gateway(RULES);
                    Reaction<Carried> bound = (event, on) -> reaction.on(event, on, lamps);
                    return Process.named("lamps").on(Carried.class, bound);
                });
    }

    @Test
    void aCommandHasItsKeyAndItsCause() {
        ProcessOutcome<LampEvent> outcome =
                lamps((_, on, lamps) -> on.send(lamps, "2", new Carry("hall")))
                        .when(carried("attic"))
                        .thenContents(new Carry("hall"));

        Command<?> sent = outcome.commands().getFirst();
        assertThat(sent.key())
                .isEqualTo(new CommandKey("lamps/" + sent.causation() + "/Carry", "Carry"));
        outcome.thenCommands(sent);
    }

    @Test
    void aRefusalIsCompensatedOrFails() {
        lamps((_, on, lamps) ->
                        on.send(lamps, "2", new Carry("cellar"))
                                .whenRefused(no -> on.send(lamps, "2", new Carry(no.code()))))
                .when(carried("attic"))
                .thenContents(new Carry("cellar"), new Carry("too-dark"));
        lamps((_, on, lamps) -> on.send(lamps, "2", new Carry("nowhere")))
                .when(carried("attic"))
                .thenFails(ParkStreamException.class);
    }

    @Test
    void timersAreDueInTheOrderOfTheirTimesAndOnce() {
        ProcessScenario<LampEvent> scenario =
                lamps((_, on, lamps) -> {
                    on.after(HOUR.multipliedBy(2), lamps, "2", new Carry("late")).named("late");
                    on.after(HOUR, lamps, "2", new Carry("early")).named("early");
                });

        scenario.given(carried("attic"))
                .whenPassed(HOUR.minusNanos(1_000))
                .thenNoCommands()
                .whenPassed(HOUR.plusNanos(1_000))
                .thenContents(new Carry("early"), new Carry("late"))
                .thenNoTimers()
                .whenPassed(HOUR)
                .thenNoCommands();
        scenario.given(carried("attic"))
                .givenPassed(HOUR)
                .when(carried("cellar"))
                .thenTimer("early", DomainScenario.NOW.plus(HOUR.multipliedBy(2)));
    }

    @Test
    void aReactionThatAsksForOtherThingsTheSecondTimeFailsTheTest() {
        AtomicInteger calls = new AtomicInteger();

        assertThatThrownBy(() ->
                        lamps((_, on, lamps) ->
                                        on.send(
                                                lamps,
                                                "2",
                                                new Carry("r" + calls.incrementAndGet())))
                                .when(carried("attic")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("asks for other commands when Carried comes again");
    }

    @Test
    void whatIsNotAsExpectedIsOneSentence() {
        ProcessOutcome<LampEvent> outcome =
                lamps((_, on, lamps) -> on.after(HOUR, lamps, "2", new Carry("hall")))
                        .when(carried("attic"));

        List<Runnable> wrong =
                List.of(
                        () -> outcome.thenContents(new Carry("hall")),
                        () -> outcome.thenNoTimers(),
                        () -> outcome.thenTimer("Carry", DomainScenario.NOW),
                        () -> outcome.thenFails(ParkStreamException.class));
        assertThat(wrong)
                .allSatisfy(expectation ->
                        assertThatThrownBy(expectation::run)
                                .isInstanceOf(AssertionError.class)
                                .hasMessageStartingWith("for Carried, the process "));
    }
}
