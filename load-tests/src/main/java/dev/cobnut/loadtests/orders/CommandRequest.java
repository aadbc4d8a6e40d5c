package dev.cobnut.loadtests.orders;

import org.jspecify.annotations.Nullable;

/// The request of a command.
///
/// @param key idempotency key
/// @param orderId null for a placement
/// @param ifMatch version that the sender expects, or null
/// @param body JSON
public record CommandRequest(
        CommandKind kind,
        String key,
        @Nullable String orderId,
        @Nullable Long ifMatch,
        String body) {}
