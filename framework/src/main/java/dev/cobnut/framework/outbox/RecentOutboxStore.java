package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.EventPage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/// The outbox of a node alone, with its newest entries at hand: a publisher that is near the end of
/// the outbox takes them from here, without a query of the map's index.
///
/// ```text
/// add ─┬─▶ map      every entry, until it is delivered
///      └─▶ recent   the newest ones, until they are polled for the first time
/// ```
///
/// Everything that was polled before, was added out of order, or waits in larger numbers is found
/// by queries of the map alone. A poll from the beginning always queries the map.
///
/// ## No entry is skipped
///
/// Each entry of the map that is later than `completeAfter` is in `recent`. So a poll from there on
/// needs no query. A page ends before the smallest `createdAt` of any `add` that has not returned.
///
/// Thread-safe.
final class RecentOutboxStore implements OutboxStore {

    /// Most entries of `recent`: those of some polls.
    private static final int KEPT_MAX = 1_024;

    private final OutboxStore map;
    private final int keptMax;

    /// Ascending by `createdAt`. Guarded by this, as all that follows.
    private final Deque<OutboxEntry> recent = new ArrayDeque<>();

    private long recentBytes;

    /// Nothing is known of what was in the map before.
    private long completeAfter = Long.MAX_VALUE;

    /// The largest `createdAt` of an entry that was added.
    private long newest;

    /// The smallest `createdAt` of each `add` that has not returned.
    private final List<Long> addsInProgress = new ArrayList<>();

    RecentOutboxStore(OutboxStore map) {
        this(map, KEPT_MAX);
    }

    /// @param keptMax most entries at hand
    RecentOutboxStore(OutboxStore map, int keptMax) {
        this.map = map;
        this.keptMax = keptMax;
    }

    @Override
    public void add(Collection<OutboxEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        long first = Long.MAX_VALUE;
        for (OutboxEntry entry : entries) {
            first = Math.min(first, entry.createdAt());
        }
        synchronized (this) {
            addsInProgress.add(first);
        }
        boolean added = false;
        try {
            map.add(entries);
            added = true;
        } finally {
            keep(entries, first, added);
        }
    }

    private synchronized void keep(Collection<OutboxEntry> entries, long first, boolean added) {
        addsInProgress.remove(first);
        boolean inOrder = added;
        long last = newest;
        for (OutboxEntry entry : entries) {
            inOrder &= entry.createdAt() > last;
            last = Math.max(last, entry.createdAt());
        }
        newest = last;
        if (!inOrder) {
            dropThrough(last);
            return;
        }
        if (completeAfter == Long.MAX_VALUE) {
            completeAfter = first - 1;
        }
        for (OutboxEntry entry : entries) {
            recent.add(entry);
            recentBytes += EventPage.bytes(entry.event());
        }
        while (recent.size() > keptMax || recentBytes > EventPage.BYTES_MAX) {
            dropThrough(recent.getFirst().createdAt());
        }
    }

    /// From now on, entries up to this one are found by queries of the map alone.
    private synchronized void dropThrough(long createdAt) {
        while (!recent.isEmpty() && recent.getFirst().createdAt() <= createdAt) {
            recentBytes -= EventPage.bytes(recent.removeFirst().event());
        }
        completeAfter = Math.max(completeAfter, createdAt);
    }

    @Override
    public List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        synchronized (this) {
            if (afterCreatedAt > 0 && afterCreatedAt >= completeAfter) {
                return polledRecent(afterCreatedAt, limit);
            }
        }
        List<OutboxEntry> found = map.pollPending(afterCreatedAt, limit);
        if (!found.isEmpty()) {
            dropThrough(found.getLast().createdAt());
        }
        return found;
    }

    private List<OutboxEntry> polledRecent(long afterCreatedAt, int limit) {
        dropThrough(afterCreatedAt);
        long end = addsInProgress.isEmpty() ? Long.MAX_VALUE : Collections.min(addsInProgress);
        List<OutboxEntry> page = new ArrayList<>(Math.min(limit, recent.size()));
        for (OutboxEntry entry : recent) {
            if (page.size() == limit || entry.createdAt() >= end) {
                break;
            }
            page.add(entry);
        }
        if (!page.isEmpty()) {
            dropThrough(page.getLast().createdAt());
        }
        return page;
    }

    @Override
    public long bytes() {
        return map.bytes();
    }

    @Override
    public long pendingCount() {
        return map.pendingCount();
    }

    @Override
    public void markDelivered(Collection<OutboxEntry> delivered) {
        map.markDelivered(delivered);
        long last = 0;
        for (OutboxEntry entry : delivered) {
            last = Math.max(last, entry.createdAt());
        }
        dropThrough(last);
    }
}
