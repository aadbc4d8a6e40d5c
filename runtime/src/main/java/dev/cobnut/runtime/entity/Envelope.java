package dev.cobnut.runtime.entity;

import java.util.concurrent.CompletableFuture;

/// A message in a mailbox.
///
/// @param answer never completed exceptionally
/// @param queuedNanos when it was sent
record Envelope<M, R>(M message, CompletableFuture<AskResult<R>> answer, long queuedNanos) {}
