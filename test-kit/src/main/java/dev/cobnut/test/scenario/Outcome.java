package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.journal.Refusal;
import java.util.List;

/// The answer to a command of a [DomainScenario]. Every expectation that holds returns the outcome;
/// every other one throws an [AssertionError] that says what was answered instead.
///
/// @param <S> state
/// @param <C> commands
/// @param <E> events
public final class Outcome<S, C, E> {

    private final DomainScenario<S, C, E> before;
    private final Decided<E> decided;

    Outcome(DomainScenario<S, C, E> before, C command, Decision<E> decision) {
        this.before = before;
        this.decided = new Decided<>(command, decision, "no such stream", before::given);
    }

    /// Expects that the command is accepted and leads to these events, in this order.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Outcome<S, C, E> thenEvents(E... expected) {
        List<E> actual =
                decided.accepted(expected.length == 1 ? "1 event" : expected.length + " events");
        decided.requireNone("led to other events", Differences.ofEvents(List.of(expected), actual));
        return this;
    }

    /// Expects that the command is accepted and leads to no event.
    public Outcome<S, C, E> thenNoEvents() {
        return thenEvents();
    }

    /// Expects that a rule refuses the command, whatever its sentence says.
    public Outcome<S, C, E> thenRefused(String code) {
        decided.requireRefused(code);
        return this;
    }

    /// Expects that a rule refuses the command with this sentence.
    public Outcome<S, C, E> thenRefused(String code, String sentence) {
        decided.requireRefused(new Refusal(code, sentence));
        return this;
    }

    /// Expects that there is no such stream, and that the command does not begin one.
    public Outcome<S, C, E> thenMissing() {
        decided.requireMissing("that there is no such stream");
        return this;
    }

    /// Expects the state after the command. A command that is not accepted leaves the state as it
    /// was.
    public Outcome<S, C, E> thenState(S expected) {
        decided.requireNone("led to another state", Differences.between(expected, state()));
        return this;
    }

    /// The state after the command, for an assertion of any library.
    ///
    /// @throws AssertionError when the stream does not exist
    public S state() {
        return after().state();
    }

    /// The events of the command.
    ///
    /// @throws AssertionError when the command was not accepted
    public List<E> events() {
        return decided.accepted("events");
    }

    /// The refusal of the command.
    ///
    /// @throws AssertionError when no rule refused the command
    public Refusal refusal() {
        return decided.refused("a refusal");
    }

    /// The history with the events of the command.
    public DomainScenario<S, C, E> after() {
        return decided.decision() instanceof Decision.Accepted<E>(var events)
                ? before.with(events)
                : before;
    }

    /// Decides the next command on the state after this one.
    public Outcome<S, C, E> when(C next) {
        return after().when(next);
    }
}
