package dev.cobnut.framework.boundary;

import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventQuery;
import java.time.Instant;
import java.util.Set;

/// A rule that depends on events of more than one stream, as pure functions: [#query] says which
/// events a command depends on, [#evolve] folds them, [#decide] leads to new ones. Thread-safe,
/// because it has no state.
///
/// The codec gives events their tags ([EventCodec#tags]). Other boundaries and deciders must give
/// the same tags to events that the query is to find.
///
/// @param <S> state: the fold of the events that the query finds; immutable
/// @param <C> commands
/// @param <E> events
public interface Boundary<S, C, E> {

    /// The name under which keys of commands are recorded, for example `enrolment`. Unique among
    /// boundaries and categories of streams; letters, digits, `_` `.` and `:`.
    String name();

    /// Writes and reads the events, and gives new ones their tags. It reads every type that the
    /// query can find.
    EventCodec<E> codec();

    /// The events on which a decision about the command depends.
    EventQuery query(C command);

    /// The state before the first event. It may keep what the command says, so that [#evolve] knows
    /// what to count.
    S initial(C command);

    /// The state after an event. It checks no rule, because the event has happened. It is called
    /// for every event that the query finds, in the order of the journal; for a stored event that
    /// the codec reads as several, once for each.
    S evolve(S state, E event);

    /// The answer to a command: events, each for a stream. None when what the command asks for is
    /// so already.
    ///
    /// It may be called several times for one command, each time on a newer state. `Missing` says
    /// that something that the command names does not exist.
    ///
    /// @param now microsecond precision
    Decision<StreamEvent<E>> decide(S state, C command, Instant now);

    /// Categories of streams that get their events from boundaries alone. Handlers, tables and
    /// processes read these streams with this codec. Several boundaries may name one category when
    /// they have the same codec.
    ///
    /// Events may also go to streams of a decider, when its codec reads their types. To no other
    /// streams.
    default Set<String> categories() {
        return Set.of();
    }
}
