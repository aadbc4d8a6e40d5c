package dev.cobnut.framework.command;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Refusal;

/// The outcome of a command.
///
/// @param <S> state of the stream
public sealed interface CommandResult<S> {

    /// The events of the command are durable, or the stream already had the requested state.
    ///
    /// A repetition gets the state and the version of the first answer. Its stream is that of the
    /// first command, which may be another one than the repetition was sent to.
    ///
    /// @param state after the command
    /// @param version of the stream after the command
    /// @param position of the event with this version in the journal. What has applied the journal
    ///   through this position contains the state
    /// @param repeated true for the repetition of a command that was accepted before
    record Accepted<S>(StreamId stream, S state, long version, long position, boolean repeated)
            implements CommandResult<S> {}

    /// A rule forbids the command. No event was written. When the command has a key, the refusal is
    /// recorded under it.
    ///
    /// @param version of the stream that the rule was applied to
    /// @param repeated true for the repetition of a command that was refused before
    record Refused<S>(Refusal refusal, long version, boolean repeated)
            implements CommandResult<S> {}

    /// There is no such stream.
    record Missing<S>() implements CommandResult<S> {}

    /// The stream is not at the version that the sender expected; nothing was written.
    ///
    /// @param actual the stream's version
    record VersionConflict<S>(long expected, long actual) implements CommandResult<S> {}

    /// The key was used before for another command; nothing was written.
    ///
    /// @param stream of the command that used it, which may belong to another domain
    record KeyReused<S>(String key, StreamId stream) implements CommandResult<S> {}

    /// The command was not taken: a mailbox or the journal's queue is full, or the journal does not
    /// write. Nothing was written. The same command can be sent again.
    ///
    /// @param reason one sentence
    /// @param retryAfterSeconds a hint for the next attempt
    record Unavailable<S>(String reason, int retryAfterSeconds) implements CommandResult<S> {}

    /// The events may be durable or not. The same command with the same key, sent again, gets the
    /// answer.
    ///
    /// @param reason one sentence
    record Unknown<S>(StreamId stream, String reason) implements CommandResult<S> {}
}
