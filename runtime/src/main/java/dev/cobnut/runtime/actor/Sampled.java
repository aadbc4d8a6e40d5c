package dev.cobnut.runtime.actor;

/// A message whose time in the mailbox is measured.
///
/// @param item the message, or the [Ask] that carries it
record Sampled(Object item, long queuedNanos) {}
