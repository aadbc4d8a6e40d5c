package dev.cobnut.framework.boundary;

import dev.cobnut.framework.journal.CommandKey;
import org.jspecify.annotations.Nullable;

/// A command on its way to a [Boundary]. Every step returns a command with one part replaced. Null
/// removes the part.
///
/// @param expectedVersion the version of the state ([BoundaryGateway#state]) on which the sender's
///   decision rests; null when the sender accepts any version
/// @param key idempotency key; null when the sender gave none
/// @param causation see [dev.cobnut.framework.event.EventMetadata]
/// @param correlation see [dev.cobnut.framework.event.EventMetadata]
/// @param traceparent see [dev.cobnut.framework.event.EventMetadata]
public record BoundaryCommand<C>(
        C content,
        @Nullable Long expectedVersion,
        @Nullable CommandKey key,
        @Nullable String causation,
        @Nullable String correlation,
        @Nullable String traceparent) {

    public static <C> BoundaryCommand<C> of(C content) {
        return new BoundaryCommand<>(content, null, null, null, null, null);
    }

    public BoundaryCommand<C> expecting(@Nullable Long version) {
        return new BoundaryCommand<>(content, version, key, causation, correlation, traceparent);
    }

    public BoundaryCommand<C> withKey(@Nullable CommandKey idempotencyKey) {
        return new BoundaryCommand<>(
                content, expectedVersion, idempotencyKey, causation, correlation, traceparent);
    }

    /// @param id of the command or event that caused this command
    public BoundaryCommand<C> causedBy(@Nullable String id) {
        return new BoundaryCommand<>(content, expectedVersion, key, id, correlation, traceparent);
    }

    /// @param id of the business conversation that this command belongs to
    public BoundaryCommand<C> correlatedBy(@Nullable String id) {
        return new BoundaryCommand<>(content, expectedVersion, key, causation, id, traceparent);
    }

    /// @param parent W3C trace context of the request
    public BoundaryCommand<C> tracedBy(@Nullable String parent) {
        return new BoundaryCommand<>(content, expectedVersion, key, causation, correlation, parent);
    }
}
