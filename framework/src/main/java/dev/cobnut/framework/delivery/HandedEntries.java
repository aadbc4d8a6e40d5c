package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// New entries that were handed to the publisher when they were added to the store, so that it
/// needs no query for them. Thread-safe.
final class HandedEntries {

    /// Most entries. Their bytes are bounded, too, by [EventPage#BYTES_MAX].
    static final int ENTRIES_MAX = 1_024;

    private final Deque<OutboxEntry> entries = new ArrayDeque<>();
    private long bytes;

    /// @return false when there is no room for all of them; then none was taken
    synchronized boolean offer(List<OutboxEntry> added) {
        long more = 0;
        for (OutboxEntry entry : added) {
            more += EventPage.bytes(entry.event());
        }
        if (entries.size() + added.size() > ENTRIES_MAX || bytes + more > EventPage.BYTES_MAX) {
            return false;
        }
        entries.addAll(added);
        bytes += more;
        return true;
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    /// Removes the oldest ones.
    synchronized List<OutboxEntry> take(int limit) {
        List<OutboxEntry> taken = new ArrayList<>(Math.min(limit, entries.size()));
        while (taken.size() < limit && !entries.isEmpty()) {
            OutboxEntry entry = entries.removeFirst();
            bytes -= EventPage.bytes(entry.event());
            taken.add(entry);
        }
        return taken;
    }

    /// Removes the entries up to this one, of those that are in the order of `createdAt`.
    ///
    /// @param createdAt in µs
    synchronized void dropThrough(long createdAt) {
        while (!entries.isEmpty() && entries.getFirst().createdAt() <= createdAt) {
            bytes -= EventPage.bytes(entries.removeFirst().event());
        }
    }

    /// Removes all.
    ///
    /// @return the smallest `createdAt` of them, in µs; [Long#MAX_VALUE] when there was none
    synchronized long clear() {
        long first = Long.MAX_VALUE;
        for (OutboxEntry entry : entries) {
            first = Math.min(first, entry.createdAt());
        }
        entries.clear();
        bytes = 0;
        return first;
    }
}
