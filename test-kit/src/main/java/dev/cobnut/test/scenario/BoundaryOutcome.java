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
    private final Decision<StreamEvent<E>> decision;

    BoundaryOutcome(
            BoundaryScenario<S, C, E> before, C command, Decision<StreamEvent<E>> decision) {
        this.before = before;
        this.command = command;
        this.decision = decision;
    }

    /// Expects that the command is accepted and leads to these events, in this order and in these
    /// streams.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final BoundaryOutcome<S, C, E> thenStreamEvents(StreamEvent<E>... expected) {
        requireNone(
                "led to other events",
                Differences.ofEvents(List.of(expected), accepted("events for streams")));
        return this;
    }

    /// Expects that the command is accepted and leads to these events, in this order, whatever
    /// their streams are.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final BoundaryOutcome<S, C, E> thenEvents(E... expected) {
        List<E> actual = events();
        requireNone("led to other events", Differences.ofEvents(List.of(expected), actual));
        return this;
    }

    /// Expects that the command is accepted and leads to no event.
    public BoundaryOutcome<S, C, E> thenNoEvents() {
        return thenEvents();
    }

    /// Expects that a rule refuses the command, whatever its sentence says.
    public BoundaryOutcome<S, C, E> thenRefused(String code) {
        Refusal actual = refused("the refusal " + code);
        requireNone(
                "was refused differently",
                Differences.between(new Refusal(code, actual.sentence()), actual));
        return this;
    }

    /// Expects that a rule refuses the command with this sentence.
    public BoundaryOutcome<S, C, E> thenRefused(String code, String sentence) {
        requireNone(
                "was refused differently",
                Differences.between(new Refusal(code, sentence), refused("the refusal " + code)));
        return this;
    }

    /// Expects that something that the command names does not exist.
    public BoundaryOutcome<S, C, E> thenMissing() {
        if (!(decision instanceof Decision.Missing<StreamEvent<E>>)) {
            throw failed(answer() + "; expected that something is missing");
        }
        return this;
    }

    /// Expects the state on which the same command would be decided next.
    public BoundaryOutcome<S, C, E> thenState(S expected) {
        requireNone("led to another state", Differences.between(expected, after().state(command)));
        return this;
    }

    /// The events of the command.
    ///
    /// @throws AssertionError when the command was not accepted
    public List<E> events() {
        return accepted("events").stream().map(StreamEvent::event).toList();
    }

    /// The journal with the events of the command.
    public BoundaryScenario<S, C, E> after() {
        return decision instanceof Decision.Accepted<StreamEvent<E>>
                ? before.given(events())
                : before;
    }

    /// Decides the next command on what this one left.
    public BoundaryOutcome<S, C, E> when(C next) {
        return after().when(next);
    }

    private List<StreamEvent<E>> accepted(String expected) {
        if (decision instanceof Decision.Accepted<StreamEvent<E>>(var events)) {
            return events;
        }
        throw failed(answer() + "; expected " + expected);
    }

    private Refusal refused(String expected) {
        if (decision instanceof Decision.Refused<StreamEvent<E>>(var refusal)) {
            return refusal;
        }
        throw failed(answer() + "; expected " + expected);
    }

    private String answer() {
        return switch (decision) {
            case Decision.Accepted<StreamEvent<E>>(var events) ->
                    events.isEmpty() ? "led to no event" : "led to " + Differences.text(events);
            case Decision.Missing<StreamEvent<E>>() -> "found that something is missing";
            case Decision.Refused<StreamEvent<E>>(var refusal) ->
                    "was refused with " + refusal.code() + ", \"" + refusal.sentence() + "\"";
        };
    }

    private void requireNone(String sentence, List<Difference> differences) {
        if (!differences.isEmpty()) {
            throw failed(sentence + ":" + Differences.text(differences));
        }
    }

    /// @param what follows the command in the sentence
    private AssertionError failed(String what) {
        return new AssertionError(Differences.text(command) + " " + what + "\n" + before.given());
    }
}
