package dev.cobnut.framework.boundary;

import dev.cobnut.framework.event.Versioned;

/// Sends commands to one [Boundary]. Thread-safe. A call blocks for the time of some reads and a
/// group commit: call it from a virtual thread, never from a partition thread of Hazelcast.
///
/// @param <S> state
/// @param <C> commands
public interface BoundaryGateway<S, C> {

    /// Waits for the outcome, at most as long as the configured deadline of commands.
    ///
    /// @throws IllegalStateException when the decision has an event for a stream that this boundary
    ///   must not write: a bug. Nothing is written then
    BoundaryResult<S> send(BoundaryCommand<? extends C> command);

    default BoundaryResult<S> send(C content) {
        return send(BoundaryCommand.of(content));
    }

    /// The state that a decision about the command would be made on, with everything that was
    /// committed before the call. Reads all events of the query.
    ///
    /// Its version is the position of the last event that the query finds, 0 when there is none. So
    /// versions of two commands can be compared when both have the same query.
    ///
    /// @throws dev.cobnut.framework.journal.JournalException when the journal does not answer
    /// @throws dev.cobnut.framework.event.UnreadableEventException when an event cannot be applied
    Versioned<S> state(C content);
}
