package dev.cobnut.framework.command;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import org.jspecify.annotations.Nullable;

/// A command on its way to a stream.
///
/// @param stream the stream that it is for
/// @param begins true when this command begins a stream whose id was made for it: nothing needs to
///   be loaded
/// @param expectedVersion the version on which the sender's decision rests; null when it does not
///   care
/// @param key idempotency key; null when the sender gave none
/// @param causation see [dev.cobnut.framework.event.EventMetadata]
public record Command<C>(
        StreamId stream,
        C content,
        boolean begins,
        @Nullable Long expectedVersion,
        @Nullable CommandKey key,
        @Nullable String causation,
        @Nullable String correlation,
        @Nullable String traceparent) {

    /// A command that begins a new stream with a fresh id.
    public static <C> Command<C> beginning(StreamId stream, C content, @Nullable CommandKey key) {
        return new Command<>(stream, content, true, null, key, null, null, null);
    }

    /// A command for a stream that should exist.
    public static <C> Command<C> to(
            StreamId stream, C content, @Nullable Long expectedVersion, @Nullable CommandKey key) {
        return new Command<>(stream, content, false, expectedVersion, key, null, null, null);
    }

    /// Whether its sender has seen a later version than this one.
    boolean expectsBeyond(long version) {
        return expectedVersion != null && expectedVersion > version;
    }

    public Command<C> traced(@Nullable String correlation, @Nullable String traceparent) {
        return new Command<>(
                stream, content, begins, expectedVersion, key, causation, correlation, traceparent);
    }
}
