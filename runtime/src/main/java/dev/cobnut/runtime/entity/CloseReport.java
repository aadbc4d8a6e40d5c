package dev.cobnut.runtime.entity;

import java.util.Map;

/// The unfinished work of [Entities#close] or of an actor system's shutdown.
///
/// @param left messages per key that waited in a mailbox at the deadline. They were answered
///   `Rejected(CLOSED)` and never handled
/// @param busy entities whose turn had not ended at the deadline. The message in their handler is
///   answered when the handler returns
public record CloseReport<K>(Map<K, Integer> left, int busy) {

    public CloseReport {
        left = Map.copyOf(left);
    }

    /// True when every accepted message was handled.
    public boolean isClean() {
        return left.isEmpty() && busy == 0;
    }

    /// Number of messages that were never handled.
    public int leftTotal() {
        return left.values().stream().mapToInt(Integer::intValue).sum();
    }
}
