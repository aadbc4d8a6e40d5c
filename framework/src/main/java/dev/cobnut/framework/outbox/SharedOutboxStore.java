package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicates;
import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.maps.BulkOperations;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The outbox of a member of a cluster. It polls this member's partitions through an
/// [IMapOutboxStore] and writes entries to the partitions of all members.
///
/// Entries are put one by one: a member has so many partitions that few entries share one. They are
/// lost with their owner, and the next owner looks through the journal ([SharedFeed]).
///
/// No `add` is announced here before its entries are visible, neither by this member nor by others.
/// So a page may skip entries: the rule "No entry is skipped" of [IMapOutboxStore] does not hold
/// here. Instead, the member that added entries tells all members the `createdAt` from which to
/// poll again ([OutboxFeed.Wake#addedElsewhere]).
final class SharedOutboxStore implements OutboxStore, OwnedEntries {

    private final IMap<String, OutboxEntry> map;
    private final IMapOutboxStore own;
    private final StreamOwnership ownership;
    private final ConcurrentMap<String, Object> context;
    private final InstantSource clock;

    /// @throws IllegalStateException when the map is configured without its indexes
    public SharedOutboxStore(HazelcastInstance hazelcast, InstantSource clock) {
        OutboxMap.requireIndexes(hazelcast.getConfig());
        this.map = OutboxMap.open(hazelcast);
        this.own = new IMapOutboxStore(map, BulkOperations.NEVER, false);
        this.ownership = StreamOwnership.ofMember(hazelcast);
        this.context = hazelcast.getUserContext();
        this.clock = clock;
    }

    @Override
    public void limit(OutboxRoom room) {
        context.put(OutboxRoom.CONTEXT_KEY, room);
    }

    @Override
    public CompletionStage<Integer> put(List<OutboxEntry> entries) {
        CompletableFuture<Integer> all = new CompletableFuture<>();
        AtomicInteger left = new AtomicInteger(entries.size());
        AtomicInteger taken = new AtomicInteger(entries.size());
        for (OutboxEntry entry : entries) {
            // Runs on the completing thread; the default executor might start a thread for each
            // entry.
            var _ =
                    map.submitToKey(entry.key(), new PutEntry(entry))
                            .whenCompleteAsync(
                                    (result, failure) -> {
                                        if (failure != null) {
                                            all.completeExceptionally(failure);
                                        } else if (PutEntry.REFUSED.equals(result)) {
                                            taken.decrementAndGet();
                                        }
                                        if (left.decrementAndGet() == 0) {
                                            all.complete(taken.get());
                                        }
                                    },
                                    Runnable::run);
        }
        if (entries.isEmpty()) {
            all.complete(0);
        }
        return all;
    }

    @Override
    public boolean isOwned(StreamId stream) {
        return ownership.isOwned(stream);
    }

    @Override
    public Set<String> keysBetween(long first, long last) {
        return map.localKeySet(Predicates.between(OutboxEntrySerializer.CREATED_AT, first, last));
    }

    @Override
    public int owned() {
        return Math.toIntExact(map.getLocalMapStats().getOwnedEntryCount());
    }

    @Override
    public void add(Collection<OutboxEntry> entries) {
        put(List.copyOf(entries)).toCompletableFuture().join();
    }

    @Override
    public List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        own.newestAtLeast(TimeUnit.SECONDS.toMicros(clock.instant().getEpochSecond()));
        return own.pollPending(afterCreatedAt, limit);
    }

    @Override
    public long bytes() {
        return own.bytes();
    }

    @Override
    public long pendingCount() {
        return own.pendingCount();
    }

    @Override
    public void markDelivered(Collection<OutboxEntry> delivered) {
        own.markDelivered(delivered);
    }
}
