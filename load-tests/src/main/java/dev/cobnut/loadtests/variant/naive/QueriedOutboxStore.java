package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The common part of both naive outboxes: everything except finding and counting pending entries.
///
/// They keep the contract of [OutboxStore] (its contract test runs against them) with one
/// exception, which the sessions measure: the cost of a poll depends on the number of pending
/// entries.
abstract class QueriedOutboxStore implements OutboxStore {

    static final Comparator<OutboxEntry> BY_CREATED_AT =
            Comparator.comparingLong(OutboxEntry::createdAt).thenComparing(OutboxEntry::key);

    private final IMap<String, OutboxEntry> map;

    /// The smallest `createdAt` of each `add` that is being written.
    private final Set<Long> adding = ConcurrentHashMap.newKeySet();

    /// The smallest `createdAt` of the `add` calls that began since the last poll began.
    private final AtomicLong begunSincePoll = new AtomicLong();

    QueriedOutboxStore(IMap<String, OutboxEntry> map) {
        this.map = map;
    }

    final IMap<String, OutboxEntry> map() {
        return map;
    }

    /// All entries: a status that every entry has, as in the first version of the outbox.
    static Predicate<String, OutboxEntry> pending() {
        return Predicates.equal("status", "PENDING");
    }

    /// The pending entries after a time, ascending, at most `limit`.
    abstract List<OutboxEntry> query(long afterCreatedAt, int limit);

    @Override
    public final void add(Collection<OutboxEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        Map<String, OutboxEntry> byKey = HashMap.newHashMap(entries.size());
        long first = Long.MAX_VALUE;
        for (OutboxEntry entry : entries) {
            byKey.put(entry.key(), entry);
            first = Math.min(first, entry.createdAt());
        }
        adding.add(first);
        begunSincePoll.accumulateAndGet(first, Math::min);
        try {
            map.setAll(byKey);
        } finally {
            adding.remove(first);
        }
    }

    @Override
    public final List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        begunSincePoll.set(Long.MAX_VALUE);
        long before = adding.stream().min(Long::compare).orElse(Long.MAX_VALUE);
        List<OutboxEntry> found = query(afterCreatedAt, limit);
        long firstUnwritten = Math.min(before, begunSincePoll.get());
        return found.stream().takeWhile(entry -> entry.createdAt() < firstUnwritten).toList();
    }

    @Override
    public final void markDelivered(Collection<OutboxEntry> delivered) {
        delivered.forEach(entry -> map.delete(entry.key()));
    }
}
