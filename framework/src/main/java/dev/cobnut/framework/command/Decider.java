package dev.cobnut.framework.command;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.snapshot.Snapshots;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules of one category of streams, as pure functions: [#decide] leads from a command to
/// events, [#evolve] applies an event to the state. (Jérémie Chassaing, "Functional Event Sourcing
/// Decider", 2021.) Thread-safe, because it has no state.
///
/// @param <S> state: the fold of a stream's events; immutable
/// @param <C> commands
/// @param <E> events
public interface Decider<S, C, E> {

    /// Category of the streams: the part of a stream id before the first `-`, for example `order`.
    String category();

    /// The stream of this category with an id.
    default StreamId stream(String id) {
        return StreamId.of(category(), id);
    }

    /// Writes and reads the stored events.
    EventCodec<E> codec();

    /// The answer to a command.
    ///
    /// @param state null when the stream does not exist
    /// @param now microsecond precision
    Decision<E> decide(@Nullable S state, C command, Instant now);

    /// The state after an event. It checks no rule, because the event has happened.
    ///
    /// @param state null before the first event
    S evolve(@Nullable S state, E event);

    /// True when the command may be recorded in one append with other commands that wait for its
    /// stream. It is then decided on their events before these are durable. Nobody gets an answer
    /// before the append. If the append fails, all of them are decided again. This is right for
    /// every [#decide] that is a pure function.
    ///
    /// False for a command that must not fail together with others: when the journal does not take
    /// the append, none of them is recorded. False, too, for a decision that depends on more than
    /// its arguments.
    default boolean sharesAppend(C command) {
        return true;
    }

    /// When the states of long streams are kept, so that a command need not apply all of their
    /// events. Asked at the start.
    ///
    /// @return empty for no snapshots; then nothing is looked up
    default Optional<Snapshots<S>> snapshots() {
        return Optional.empty();
    }
}
