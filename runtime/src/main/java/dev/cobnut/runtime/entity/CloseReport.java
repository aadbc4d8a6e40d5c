package dev.cobnut.runtime.entity;

import java.util.Map;

/// What [Entities#close] could not finish.
///
/// @param left messages per key that waited in a mailbox at the deadline; they were answered
///   `Rejected(CLOSED)` and never handled
/// @param busy entities whose turn had not ended at the deadline; what is in their handler is
///   answered by the time it returns
public record CloseReport<K>(Map<K, Integer> left, int busy) {

    public CloseReport {
        left = Map.copyOf(left);
    }

    /// Whether every accepted message was handled.
    public boolean isClean() {
        return left.isEmpty() && busy == 0;
    }

    /// Number of messages that were never handled.
    public int leftTotal() {
        return left.values().stream().mapToInt(Integer::intValue).sum();
    }
}
