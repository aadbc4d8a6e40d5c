package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.UnreadableEventException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A history of one stream, and what a [Decider] makes of it:
///
/// ```java
/// DomainScenario.of(new OrderDecider()).given(placed, confirmed).when(new PayOrder(total)).thenEvents(paid);
/// ```
///
/// Immutable: every step returns a new scenario, so several tests can share one. Each event is
/// written by the decider's codec and read back before it is folded.
///
/// @param <S> state
/// @param <C> commands
/// @param <E> events; they have `equals`, as records do
public final class DomainScenario<S, C, E> {

    /// The time of the commands of a scenario without [#at].
    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Decider<S, C, E> decider;
    private final Instant now;
    private final List<E> history;

    private DomainScenario(Decider<S, C, E> decider, Instant now, List<E> history) {
        this.decider = decider;
        this.now = now;
        this.history = history;
    }

    /// A scenario of a stream that does not exist.
    public static <S, C, E> DomainScenario<S, C, E> of(Decider<S, C, E> decider) {
        return new DomainScenario<>(decider, NOW, List.of());
    }

    /// The time of the commands that follow. A service decides with microsecond precision, so the
    /// rest is cut off here, too.
    public DomainScenario<S, C, E> at(Instant time) {
        return new DomainScenario<>(decider, time.truncatedTo(ChronoUnit.MICROS), history);
    }

    /// Adds events to the history.
    ///
    /// @throws AssertionError when the codec does not read an event back equal
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final DomainScenario<S, C, E> given(E... events) {
        return given(List.of(events));
    }

    /// Adds events to the history.
    ///
    /// @throws AssertionError when the codec does not read an event back equal
    public DomainScenario<S, C, E> given(List<E> events) {
        return with(throughTheCodec(events));
    }

    /// Adds an event in its stored form, for example one that a former version of the service
    /// wrote. Upcasters lift it. A type that was split adds its parts, one that was removed
    /// nothing.
    ///
    /// @param type the stored name
    /// @param schemaVersion of the payload
    /// @param payload UTF-8, JSON unless the codec says otherwise
    /// @throws UnreadableEventException when the codec does not read it
    public DomainScenario<S, C, E> givenStored(String type, int schemaVersion, String payload) {
        return with(decider.codec().decodeAll(type, schemaVersion, Payload.ofUtf8(payload)));
    }

    /// Adds the events that commands lead to, one command after the other.
    ///
    /// @throws AssertionError when a command is not accepted
    @SafeVarargs
    public final DomainScenario<S, C, E> givenCommands(C... commands) {
        DomainScenario<S, C, E> scenario = this;
        for (C command : commands) {
            scenario = scenario.given(scenario.when(command).events());
        }
        return scenario;
    }

    /// Decides a command on the state that the history leads to.
    ///
    /// @throws AssertionError when the decider answers differently when it is asked again, and says
    ///   that the command may share an append. Then a retry after a conflict would record something
    ///   else
    public Outcome<S, C, E> when(C command) {
        S before = folded();
        Decision<E> decision = decider.decide(before, command, now);
        if (decider.sharesAppend(command)) {
            requireRepeatable(command, decision, decider.decide(before, command, now));
        }
        return new Outcome<>(this, command, answered(before, decision));
    }

    /// Expects the events of the history.
    ///
    /// @return this scenario
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final DomainScenario<S, C, E> thenHistory(E... expected) {
        List<Difference> differences = Differences.ofEvents(List.of(expected), history);
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    "the history has other events:" + Differences.text(differences));
        }
        return this;
    }

    /// Expects the state that the history leads to.
    ///
    /// @return this scenario
    public DomainScenario<S, C, E> thenState(S expected) {
        List<Difference> differences = Differences.between(expected, state());
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    "the state is another one:" + Differences.text(differences) + "\n" + given());
        }
        return this;
    }

    /// The state that the history leads to.
    ///
    /// @throws AssertionError when the stream has no event
    public S state() {
        S state = folded();
        if (state == null) {
            throw new AssertionError("there is no state, because the stream has no event");
        }
        return state;
    }

    /// The history with the events of an outcome.
    DomainScenario<S, C, E> with(List<E> events) {
        List<E> all = new ArrayList<>(history);
        all.addAll(events);
        return new DomainScenario<>(decider, now, List.copyOf(all));
    }

    /// A line of a message: the history by the types of its events.
    String given() {
        return "given "
                + (history.isEmpty()
                        ? "no event"
                        : history.stream()
                                .map(Differences::typeOf)
                                .collect(Collectors.joining(", ")));
    }

    private @Nullable S folded() {
        S state = null;
        for (E event : history) {
            state = decider.evolve(state, event);
        }
        return state;
    }

    private List<E> throughTheCodec(List<E> events) {
        StoredForm<E> stored = new StoredForm<>(decider.codec(), now);
        return events.stream().map(event -> stored.write(event).event()).toList();
    }

    /// The answer that a gateway would give. A stream without events is missing, also for a command
    /// that wants none.
    private Decision<E> answered(@Nullable S before, Decision<E> decision) {
        if (!(decision instanceof Decision.Accepted<E>(var events))) {
            return decision;
        }
        return before == null && events.isEmpty()
                ? new Decision.Missing<>()
                : new Decision.Accepted<>(throughTheCodec(events));
    }

    private static <C, E> void requireRepeatable(C command, Decision<E> first, Decision<E> again) {
        List<Difference> differences = Differences.between(first, again);
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    Differences.text(command)
                            + " was decided twice on the same state at the same time, with two answers."
                            + " Decide by the arguments alone, or let sharesAppend return false:"
                            + Differences.text(differences, "first", "then"));
        }
    }
}
