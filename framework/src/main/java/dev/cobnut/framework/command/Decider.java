package dev.cobnut.framework.command;

import dev.cobnut.framework.event.EventCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The rules of one kind of stream, as pure functions. Thread-safe, for it has no state.
///
/// @param <S> state: the fold of a stream's events; immutable
/// @param <C> commands
/// @param <E> events
public interface Decider<S, C, E> {

    /// Category of the streams, for example `order`: the part of a stream id before the first `-`.
    String category();

    EventCodec<E> codec();

    /// @param state null when the stream does not exist
    /// @param now microsecond precision
    Decision<E> decide(@Nullable S state, C command, Instant now);

    /// @param state null before the first event
    S evolve(@Nullable S state, E event);

    /// Whether a command that waits beside others of its stream may be decided on their events
    /// before these are durable, and be recorded in one append with them. Nobody gets an answer
    /// before the append, and if it fails all are decided anew, so this is right for every
    /// [#decide] that is a pure function.
    ///
    /// False for a command that must not share the fate of others (when the journal does not take
    /// the append, none of them is recorded), or whose decision looks at more than its arguments.
    default boolean sharesAppend(C command) {
        return true;
    }
}
