package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// What became of an [AppendRequest].
public sealed interface AppendResult {

    /// The events are durable: they survive `kill -9` and a power cut from now on.
    ///
    /// @param version the stream's version now
    /// @param events those of all commands of the request, in order; empty when all were refusals
    record Appended(long version, List<RecordedEvent> events) implements AppendResult {}

    /// Somebody else was first; nothing was written.
    ///
    /// @param actual the stream's version as it is, 0 when it does not exist
    record Conflict(long actual) implements AppendResult {}

    /// A command key of the request was recorded before; nothing was written.
    ///
    /// @param first the command that was recorded under it
    record Duplicate(RecordedCommand first) implements AppendResult {}

    /// Nothing was written, and it can be tried again later: the queue is full, the disk is full,
    /// the journal is closed.
    ///
    /// @param reason one sentence for an operator
    record Unavailable(String reason) implements AppendResult {}

    /// The commit failed in a way that leaves open whether it took place; only a look into the
    /// journal after its restart tells.
    ///
    /// @param reason one sentence for an operator
    record Unknown(String reason) implements AppendResult {}
}
