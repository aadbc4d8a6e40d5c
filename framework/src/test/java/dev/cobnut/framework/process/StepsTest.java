package dev.cobnut.framework.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.process.Seat.FreeSeat;
import dev.cobnut.framework.process.Seat.HoldSeat;
import dev.cobnut.framework.process.Seat.SeatCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class StepsTest {

    /// Sends nothing: a test looks at the steps.
    private static final CommandGateway<Seat, SeatCommand> SEATS =
            new CommandGateway<>() {

                @Override
                public StreamId stream(String id) {
                    return StreamId.of("seat", id);
                }

                @Override
                public CommandResult<Seat> send(Command<? extends SeatCommand> command) {
                    throw new AssertionError("sent: " + command);
                }

                @Override
                public Optional<Versioned<Seat>> state(StreamId stream) {
                    return Optional.empty();
                }

                @Override
                public Optional<Versioned<Seat>> past(
                        StreamId stream, Predicate<RecordedEvent> accepted) {
                    return Optional.empty();
                }

                @Override
                public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
                    return List.of();
                }
            };

    private final Steps on = new Steps(TestNode.recorded(StreamId.of("booking", "1"), 1, 1));

    private List<String> paths(String below, Runnable reaction) {
        return on.collect(below, reaction).stream()
                .map(asked -> asked instanceof Step step ? step.path() : asked.toString())
                .toList();
    }

    @Test
    void stepsAreNamedByTheirCommandsSoThatFurtherOnesRenameNone() {
        assertThat(
                        paths(
                                "",
                                () -> {
                                    Step _ = on.send(SEATS, "a", new FreeSeat());
                                    Step _ = on.send(SEATS, "b", new HoldSeat("1"));
                                    Step _ = on.send(SEATS, "c", new HoldSeat("1"));
                                    on.cancel(HoldSeat.class);
                                }))
                .containsExactly(
                        "FreeSeat", "HoldSeat", "HoldSeat.2", "CancelStep[timer=HoldSeat]");
        assertThat(
                        paths(
                                "HoldSeat/",
                                () -> {
                                    Step _ = on.send(SEATS, "a", new FreeSeat());
                                }))
                .containsExactly("HoldSeat/FreeSeat");
    }

    @Test
    void twoTimersOfOneReactionHaveTwoNames() {
        assertThatThrownBy(() ->
                        paths(
                                "",
                                () -> {
                                    Step _ =
                                            on.after(
                                                    Duration.ofHours(1),
                                                    SEATS,
                                                    "a",
                                                    new FreeSeat());
                                    Step _ =
                                            on.after(
                                                    Duration.ofHours(2),
                                                    SEATS,
                                                    "b",
                                                    new FreeSeat());
                                }))
                .hasMessageContaining("are named FreeSeat; name one of them with named(…)");
    }

    @Test
    void aStepOutsideOfTheReactionIsAnError() {
        assertThatThrownBy(() -> on.send(SEATS, "a", new FreeSeat()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("had returned");
    }

    @Test
    void aNameThatCannotBeIsOneSentence() {
        assertThatThrownBy(() -> on.cancel("pay in time"))
                .hasMessageStartingWith("a timer is named 'pay in time'; a name begins");
        assertThatThrownBy(() -> Process.named("Loan"))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessageStartingWith("a process is named 'Loan'; a name begins");
    }
}
