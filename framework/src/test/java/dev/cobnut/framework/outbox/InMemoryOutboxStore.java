package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.StreamId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A store on the heap that keeps the whole contract. A test can make it fail.
public final class InMemoryOutboxStore implements OutboxStore {

    private final TreeMap<Long, OutboxEntry> byCreatedAt = new TreeMap<>();
    private int parksToFail;
    private int pollsToFail;
    private int largestLimit;

    public synchronized void failNextPark() {
        parksToFail++;
    }

    public synchronized void failNextPoll() {
        pollsToFail++;
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
    public synchronized List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        largestLimit = Math.max(largestLimit, limit);
        if (pollsToFail > 0) {
            pollsToFail--;
            throw new IllegalStateException("planted fault of a poll");
        }
        return byCreatedAt.tailMap(afterCreatedAt, false).values().stream()
                .filter(InMemoryOutboxStore::isPending)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized long pendingCount() {
        return byCreatedAt.values().stream().filter(InMemoryOutboxStore::isPending).count();
    }

    @Override
    public synchronized void markDelivered(Collection<OutboxEntry> delivered) {
        delivered.forEach(entry -> byCreatedAt.remove(entry.createdAt()));
    }

    @Override
    public synchronized void park(Collection<OutboxEntry> parked) {
        if (parksToFail > 0) {
            parksToFail--;
            throw new IllegalStateException("planted fault of a park");
        }
        add(parked);
    }

    @Override
    public synchronized List<OutboxEntry> findParked(int limit) {
        return parked(_ -> true).limit(limit).toList();
    }

    @Override
    public synchronized List<OutboxEntry> findParked(StreamId stream) {
        return parked(entry -> entry.event().stream().equals(stream))
                .sorted(Comparator.comparingLong(entry -> entry.event().version()))
                .toList();
    }

    @Override
    public synchronized List<OutboxEntry> unpark(StreamId stream) {
        List<OutboxEntry> pending =
                new ArrayList<>(findParked(stream).stream().map(OutboxEntry::retried).toList());
        add(pending);
        return pending;
    }

    private Stream<OutboxEntry> parked(Predicate<OutboxEntry> which) {
        return byCreatedAt.values().stream().filter(entry -> !isPending(entry)).filter(which);
    }

    private static boolean isPending(OutboxEntry entry) {
        return entry.status() == OutboxStatus.PENDING;
    }
}
