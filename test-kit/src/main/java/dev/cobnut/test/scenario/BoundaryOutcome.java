package dev.cobnut.test.scenario;

import dev.cobnut.framework.boundary.StreamEvent;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.journal.Refusal;
import java.util.List;

/// The answer to a command of a [BoundaryScenario]. Every expectation that holds returns the
/// outcome; every other one throws an [AssertionError] that says what was answered instead.
///
/// @param <S> state
/// @param <C> commands
/// @param <E> events
public final class BoundaryOutcome<S, C, E> {

    private final BoundaryScenario<S, C, E> before;
    private final C command;
    private final Decided<StreamEvent<E>> decided;

    BoundaryOutcome(
            BoundaryScenario<S, C, E> before, C command, Decision<StreamEvent<E>> decision) {
        this.before = before;
        this.command = command;
        this.decided = new Decided<>(command, decision, "that something is missing", before::given);
    }

    /// Expects that the command is accepted and leads to these events, in this order and in these
    /// streams.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final BoundaryOutcome<S, C, E> thenStreamEvents(StreamEvent<E>... expected) {
        decided.requireNone(
                "led to other events",
                Differences.ofEvents(List.of(expected), decided.accepted("events for streams")));
        return this;
    }

    /// Expects that the command is accepted and leads to these events, in this order, whatever
    /// their streams are.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final BoundaryOutcome<S, C, E> thenEvents(E... expected) {
        decided.requireNone(
                "led to other events", Differences.ofEvents(List.of(expected), events()));
        return this;
    }

    /// Expects that the command is accepted and leads to no event.
    public BoundaryOutcome<S, C, E> thenNoEvents() {
        return thenEvents();
    }

    /// Expects that a rule refuses the command, whatever its sentence says.
    public BoundaryOutcome<S, C, E> thenRefused(String code) {
        decided.requireRefused(code);
        return this;
    }

    /// Expects that a rule refuses the command with this sentence.
    public BoundaryOutcome<S, C, E> thenRefused(String code, String sentence) {
        decided.requireRefused(new Refusal(code, sentence));
        return this;
    }

    /// Expects that something that the command names does not exist.
    public BoundaryOutcome<S, C, E> thenMissing() {
        decided.requireMissing("that something is missing");
        return this;
    }

    /// Expects the state on which the same command would be decided next.
    public BoundaryOutcome<S, C, E> thenState(S expected) {
        decided.requireNone(
                "led to another state", Differences.between(expected, after().state(command)));
        return this;
    }

    /// The events of the command.
    ///
    /// @throws AssertionError when the command was not accepted
    public List<E> events() {
        return decided.accepted("events").stream().map(StreamEvent::event).toList();
    }

    /// The journal with the events of the command.
    public BoundaryScenario<S, C, E> after() {
        return decided.decision() instanceof Decision.Accepted<StreamEvent<E>>
                ? before.given(events())
                : before;
    }

    /// Decides the next command on what this one left.
    public BoundaryOutcome<S, C, E> when(C next) {
        return after().when(next);
    }
}
