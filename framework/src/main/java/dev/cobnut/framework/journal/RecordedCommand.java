package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import org.jspecify.annotations.Nullable;

/// A command that was recorded under its key. The first answer can be made from it again.
///
/// @param version the stream's version after the command; the first answer is the fold of the
///   events up to this version
/// @param refusal why the command was refused (then no events belong to it); null when it was
///   accepted
public record RecordedCommand(
        CommandKey key, StreamId stream, long version, @Nullable Refusal refusal) {}
