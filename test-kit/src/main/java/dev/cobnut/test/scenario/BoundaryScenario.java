package dev.cobnut.test.scenario;

import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.boundary.StreamEvent;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventQuery;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What a journal has, and what a [Boundary] decides on it:
///
/// ```java
/// BoundaryScenario.of(new Enrolments()).given(opened, enrolled).when(new Enrol("c1", "ada")).thenRefused("course-full");
/// ```
///
/// Immutable: every step returns a new scenario. Each event is written by the boundary's codec and
/// read back, and gets its tags. A command sees those that its query finds by them.
///
/// @param <S> state
/// @param <C> commands
/// @param <E> events; they have `equals`, as records do
public final class BoundaryScenario<S, C, E> {

    private final Boundary<S, C, E> boundary;
    private final Instant now;
    private final List<StoredForm.Written<E>> journal;

    private BoundaryScenario(
            Boundary<S, C, E> boundary, Instant now, List<StoredForm.Written<E>> journal) {
        this.boundary = boundary;
        this.now = now;
        this.journal = journal;
    }

    /// A scenario of an empty journal.
    public static <S, C, E> BoundaryScenario<S, C, E> of(Boundary<S, C, E> boundary) {
        return new BoundaryScenario<>(boundary, DomainScenario.NOW, List.of());
    }

    /// The time of the commands that follow, with microsecond precision.
    public BoundaryScenario<S, C, E> at(Instant time) {
        return new BoundaryScenario<>(boundary, time.truncatedTo(ChronoUnit.MICROS), journal);
    }

    /// Adds events to the journal, in its order. In which streams they are makes no difference.
    ///
    /// @throws AssertionError when the codec does not read an event back equal
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final BoundaryScenario<S, C, E> given(E... events) {
        return given(List.of(events));
    }

    /// Adds events to the journal, in its order.
    public BoundaryScenario<S, C, E> given(List<E> events) {
        StoredForm<E> stored = new StoredForm<>(boundary.codec(), now);
        List<StoredForm.Written<E>> all = new ArrayList<>(journal);
        events.forEach(event -> all.add(stored.write(event)));
        return new BoundaryScenario<>(boundary, now, List.copyOf(all));
    }

    /// Decides a command on the events that its query finds.
    ///
    /// @throws AssertionError when the boundary answers differently when it is asked again. Then a
    ///   decision that was overtaken would record something else
    public BoundaryOutcome<S, C, E> when(C command) {
        S state = state(command);
        Decision<StreamEvent<E>> decision = boundary.decide(state, command, now);
        List<Difference> differences =
                Differences.between(decision, boundary.decide(state, command, now));
        if (!differences.isEmpty()) {
            throw new AssertionError(
                    Differences.text(command)
                            + " was decided twice on the same state at the same time, with two answers."
                            + " Decide by the arguments alone:"
                            + Differences.text(differences, "first", "then"));
        }
        return new BoundaryOutcome<>(this, command, decision);
    }

    /// The state that a decision about the command is made on.
    public S state(C command) {
        EventQuery query = boundary.query(command);
        S state = boundary.initial(command);
        for (StoredForm.Written<E> written : journal) {
            if (query.matches(written.stored().type(), written.stored().tags())) {
                state = boundary.evolve(state, written.event());
            }
        }
        return state;
    }

    /// A line of a message: the events by their types.
    String given() {
        return "given "
                + (journal.isEmpty()
                        ? "no event"
                        : journal.stream()
                                .map(written -> Differences.typeOf(written.event()))
                                .collect(Collectors.joining(", ")));
    }
}
