package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.StreamId;
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
        return new IMapOutboxStore(hazelcast.getMap(OutboxMap.NAME));
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

    /// Number of pending entries of all members.
    long pendingCount();

    /// Deletes delivered entries.
    void markDelivered(Collection<OutboxEntry> delivered);

    /// Replaces entries by their parked form.
    void park(Collection<OutboxEntry> parked);

    /// Parked entries, ascending by `createdAt`.
    ///
    /// @param limit most entries to return, from 1
    List<OutboxEntry> findParked(int limit);

    /// Parked entries of one stream, ascending by version.
    List<OutboxEntry> findParked(StreamId stream);

    /// Makes the parked entries of a stream pending again.
    ///
    /// @return those entries, ascending by version; empty when nothing of the stream is parked
    List<OutboxEntry> unpark(StreamId stream);
}
