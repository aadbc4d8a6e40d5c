package dev.cobnut.framework.boundary;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Refusal;

/// The outcome of a [BoundaryCommand].
///
/// @param <S> state of the boundary
public sealed interface BoundaryResult<S> {

    /// The events of the command are durable, or what it asks for was so already.
    ///
    /// @param state after the command; for a repetition as it was then
    /// @param version of the state ([BoundaryGateway#state])
    /// @param position of the command's last event in the journal; 0 when it led to none
    /// @param repeated true for the repetition of a command that was accepted before
    record Accepted<S>(S state, long version, long position, boolean repeated)
            implements BoundaryResult<S> {}

    /// A rule forbids the command. No event was written. When the command has a key, the refusal is
    /// recorded under it.
    ///
    /// @param repeated true for the repetition of a command that was refused before
    record Refused<S>(Refusal refusal, boolean repeated) implements BoundaryResult<S> {}

    /// Something that the command names does not exist. No event was written.
    record Missing<S>() implements BoundaryResult<S> {}

    /// The state is not at the version that the sender expected
    /// ([BoundaryCommand#expectedVersion]). No event was written.
    ///
    /// @param actual the state's version
    record Outdated<S>(long expected, long actual) implements BoundaryResult<S> {}

    /// A stream is not at the version that the decision expects ([StreamEvent#expecting]). No event
    /// was written.
    ///
    /// @param actual the stream's version
    record VersionConflict<S>(StreamId stream, long actual) implements BoundaryResult<S> {}

    /// Other decisions came first every time. No event was written. The same command can be sent
    /// again.
    ///
    /// @param attempts how often it was decided
    record Overtaken<S>(int attempts) implements BoundaryResult<S> {}

    /// The key was used before for another command. No event was written.
    ///
    /// @param stream of the command that used it, which may belong to another domain
    record KeyReused<S>(String key, StreamId stream) implements BoundaryResult<S> {}

    /// The command was not taken: too many wait, the journal's queue is full, or the journal does
    /// not answer. No event was written. The same command can be sent again.
    ///
    /// @param reason one sentence
    /// @param retryAfterSeconds a hint for the next attempt
    record Unavailable<S>(String reason, int retryAfterSeconds) implements BoundaryResult<S> {}

    /// The events may be durable or not. The same command with the same key, sent again, gets the
    /// answer.
    ///
    /// @param reason one sentence
    record Unknown<S>(String reason) implements BoundaryResult<S> {}
}
