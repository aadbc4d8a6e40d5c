package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.StreamId;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/// The entries of the outbox. Thread-safe. Calls may block for the time of a map operation.
///
/// A store holds and finds; what is delivered when is the [OutboxPublisher]'s affair.
public interface OutboxStore {

    /// The outbox of a node that has all partitions.
    ///
    /// @throws IllegalStateException when the running map lacks an index
    static OutboxStore ofSingleNode(HazelcastInstance hazelcast) {
        return new IMapOutboxStore(hazelcast.getMap(OutboxMap.NAME));
    }

    /// The outbox of a member of a cluster: its own partitions, and the way to those of the others.
    ///
    /// @throws IllegalStateException when the map is configured without its indexes
    static OutboxStore ofMember(HazelcastInstance hazelcast, InstantSource clock) {
        return new SharedOutboxStore(hazelcast, clock);
    }

    /// Adds entries; one that is there already is replaced by its equal.
    void add(Collection<OutboxEntry> entries);

    /// Pending entries of this member's partitions, ascending by `createdAt`.
    ///
    /// The cost of a call depends on `limit` and not on how many entries are pending.
    ///
    /// @param afterCreatedAt only entries with a larger `createdAt`, in µs; 0 for the beginning
    /// @param limit most entries to return, from 1
    /// @return fewer than `limit` only when there are no more; none that is later than an entry of
    ///   which the `add` has not returned yet
    List<OutboxEntry> pollPending(long afterCreatedAt, int limit);

    /// Pending entries of all members, counted by their keys.
    long pendingCount();

    /// Deletes what was delivered.
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
