package dev.cobnut.framework.command;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import org.jspecify.annotations.Nullable;

/// A command on its way to a stream. It is built from [#to] or [#beginning]:
///
/// ```java
/// Command.to(stream, content).expecting(3).withKey(key).correlatedBy("basket-7")
/// ```
///
/// Every step returns a command with one part replaced, and the command itself when nothing
/// changes. Null removes the part.
///
/// @param stream the stream that it is for
/// @param begins true when this command begins a stream with a fresh id: nothing is loaded
/// @param expectedVersion the version on which the sender's decision rests; null when the sender
///   accepts any version
/// @param key idempotency key; null when the sender gave none
/// @param causation see [dev.cobnut.framework.event.EventMetadata]
/// @param correlation see [dev.cobnut.framework.event.EventMetadata]
/// @param traceparent see [dev.cobnut.framework.event.EventMetadata]
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
    public static <C> Command<C> beginning(StreamId stream, C content) {
        return new Command<>(stream, content, true, null, null, null, null, null);
    }

    /// A command for a stream that may exist. The decider sees null when it does not.
    public static <C> Command<C> to(StreamId stream, C content) {
        return new Command<>(stream, content, false, null, null, null, null, null);
    }

    public Command<C> expecting(long version) {
        return expecting(Long.valueOf(version));
    }

    public Command<C> expecting(@Nullable Long version) {
        return version == null && expectedVersion == null
                ? this
                : new Command<>(
                        stream, content, begins, version, key, causation, correlation, traceparent);
    }

    public Command<C> withKey(@Nullable CommandKey idempotencyKey) {
        return idempotencyKey == null && key == null
                ? this
                : new Command<>(
                        stream,
                        content,
                        begins,
                        expectedVersion,
                        idempotencyKey,
                        causation,
                        correlation,
                        traceparent);
    }

    /// @param id of the command or event that caused this command
    public Command<C> causedBy(@Nullable String id) {
        return id == null && causation == null
                ? this
                : new Command<>(
                        stream,
                        content,
                        begins,
                        expectedVersion,
                        key,
                        id,
                        correlation,
                        traceparent);
    }

    /// @param id of the business conversation that this command belongs to
    public Command<C> correlatedBy(@Nullable String id) {
        return id == null && correlation == null
                ? this
                : new Command<>(
                        stream, content, begins, expectedVersion, key, causation, id, traceparent);
    }

    /// @param parent W3C trace context of the request
    public Command<C> tracedBy(@Nullable String parent) {
        return parent == null && traceparent == null
                ? this
                : new Command<>(
                        stream,
                        content,
                        begins,
                        expectedVersion,
                        key,
                        causation,
                        correlation,
                        parent);
    }

    /// True when the sender has seen a later version than this one.
    boolean expectsBeyond(long version) {
        return expectedVersion != null && expectedVersion > version;
    }
}
