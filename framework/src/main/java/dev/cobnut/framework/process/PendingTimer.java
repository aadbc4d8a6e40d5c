package dev.cobnut.framework.process;

import java.time.Instant;

/// A timer that waits for its time.
///
/// @param name within its instance
public record PendingTimer(String instance, String name, Instant due) {}
