package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.List;

/// The outcome of an [AppendRequest].
public sealed interface AppendResult {

    /// The events are durable: they survive `kill -9` and a power cut from now on.
    ///
    /// @param version the stream's version now; that of the last event's stream when there are
    ///   several
    /// @param events those of all commands of the request, in order; empty when all were refusals
    record Appended(long version, List<RecordedEvent> events) implements AppendResult {}

    /// A stream is not at the expected version; nothing was written.
    ///
    /// @param stream the first one that is not
    /// @param actual the stream's version, 0 when it does not exist
    record Conflict(StreamId stream, long actual) implements AppendResult {}

    /// The [AppendCondition] is not met: an event that matches its query came after its mark, or
    /// the mark is not in the journal. Nothing was written.
    record ConditionFailed() implements AppendResult {}

    /// A command key of the request was recorded before; nothing was written.
    ///
    /// @param first the command that was recorded under it
    record Duplicate(RecordedCommand first) implements AppendResult {}

    /// Nothing was written: the queue or the disk is full, or the journal is closed. The request
    /// can be repeated later.
    ///
    /// @param reason one sentence for an operator
    record Unavailable(String reason) implements AppendResult {}

    /// The commit failed, and it is not known whether it took place. A read tells when the journal
    /// writes again.
    ///
    /// @param reason one sentence for an operator
    record Unknown(String reason) implements AppendResult {}
}
