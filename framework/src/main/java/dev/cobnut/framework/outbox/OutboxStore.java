package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.maps.BulkOperations;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/// The entries of the outbox. Thread-safe. Calls may block for the time of a map operation.
///
/// A store holds and finds entries. The publisher decides which of them are delivered when.
public interface OutboxStore {

    /// The store of a node that owns all partitions.
    ///
    /// @throws IllegalStateException when the running map lacks an index
    static OutboxStore ofSingleNode(HazelcastInstance hazelcast) {
        return new IMapOutboxStore(
                hazelcast.getMap(OutboxMap.NAME), BulkOperations.ofSingleNode(hazelcast));
    }

    /// The store of a member of a cluster. It polls the member's own partitions and writes to those
    /// of all members.
    ///
    /// @throws IllegalStateException when the map is configured without its indexes
    static OutboxStore ofMember(HazelcastInstance hazelcast, InstantSource clock) {
        return new SharedOutboxStore(hazelcast, clock);
    }

    /// Adds entries. An entry replaces an earlier one with the same key.
    void add(Collection<OutboxEntry> entries);

    /// Pending entries of this member's partitions, ascending by `createdAt`.
    ///
    /// The cost of a call depends on `limit` and not on how many entries are pending.
    ///
    /// @param afterCreatedAt only entries with a larger `createdAt`, in µs; 0 for the beginning
    /// @param limit most entries to return, from 1
    /// @return fewer than `limit` entries only when there are no more; no entry that is later than
    ///   one whose `add` has not returned yet
    List<OutboxEntry> pollPending(long afterCreatedAt, int limit);

    /// Bytes of the heap that the entries take on this member; 0 when they are not measured.
    default long bytes() {
        return 0;
    }

    /// Number of entries of all members.
    long pendingCount();

    /// Deletes entries that are delivered, or whose stream is parked.
    void markDelivered(Collection<OutboxEntry> delivered);
}
