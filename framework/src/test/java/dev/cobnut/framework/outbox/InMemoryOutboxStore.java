package dev.cobnut.framework.outbox;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/// A store on the heap that keeps the whole contract. A test can make it fail.
public final class InMemoryOutboxStore implements OutboxStore {

    private final TreeMap<Long, OutboxEntry> byCreatedAt = new TreeMap<>();
    private int pollsToFail;
    private int polls;
    private int largestLimit;

    public synchronized void failNextPoll() {
        pollsToFail++;
    }

    /// Number of polls so far.
    public synchronized int polls() {
        return polls;
    }

    /// The largest limit of a poll so far.
    public synchronized int largestLimit() {
        return largestLimit;
    }

    @Override
    public synchronized void add(Collection<OutboxEntry> entries) {
        entries.forEach(entry -> byCreatedAt.put(entry.createdAt(), entry));
    }

    @Override
    public synchronized long bytes() {
        return byCreatedAt.values().stream()
                .mapToLong(entry -> entry.event().payload().length())
                .sum();
    }

    @Override
    public synchronized List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        polls++;
        largestLimit = Math.max(largestLimit, limit);
        if (pollsToFail > 0) {
            pollsToFail--;
            throw new IllegalStateException("planted fault of a poll");
        }
        return byCreatedAt.tailMap(afterCreatedAt, false).values().stream().limit(limit).toList();
    }

    @Override
    public synchronized long pendingCount() {
        return byCreatedAt.size();
    }

    @Override
    public synchronized void markDelivered(Collection<OutboxEntry> delivered) {
        delivered.forEach(entry -> byCreatedAt.remove(entry.createdAt()));
    }
}
