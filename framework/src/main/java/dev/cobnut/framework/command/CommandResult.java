package dev.cobnut.framework.command;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Refusal;

/// What became of a command.
///
/// @param <S> state of the stream
public sealed interface CommandResult<S> {

    /// Its events are durable, or it asked for what is already so, or it is the repetition of a
    /// command that was accepted: then state and version are those of the first answer, and the
    /// stream may be another than the one the repetition was sent to.
    ///
    /// @param state after the command
    /// @param version of the stream after the command
    record Accepted<S>(StreamId stream, S state, long version, boolean repeated)
            implements CommandResult<S> {}

    /// A rule forbids it; nothing was written (but the refusal itself, when the command had a key).
    record Refused<S>(Refusal refusal, long version, boolean repeated)
            implements CommandResult<S> {}

    /// There is no such stream.
    record Missing<S>() implements CommandResult<S> {}

    /// The stream is not at the version that the sender expected; nothing was written.
    ///
    /// @param actual the stream's version
    record VersionConflict<S>(long expected, long actual) implements CommandResult<S> {}

    /// The key was used before, for a command with another content; nothing was written.
    record KeyReused<S>(String key) implements CommandResult<S> {}

    /// Not now: a mailbox or the journal's queue is full, the journal does not write. Nothing was
    /// written; the same command can be sent again.
    ///
    /// @param reason one sentence
    /// @param retryAfterSeconds a hint
    record Unavailable<S>(String reason, int retryAfterSeconds) implements CommandResult<S> {}

    /// It cannot be known whether the events are durable. Sending the same command with the same
    /// key again tells.
    ///
    /// @param reason one sentence
    record Unknown<S>(StreamId stream, String reason) implements CommandResult<S> {}
}
