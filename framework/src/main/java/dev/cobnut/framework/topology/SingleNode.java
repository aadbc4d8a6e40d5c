package dev.cobnut.framework.topology;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.cluster.ClusterConfig;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.delivery.DeliveryOrder;
import dev.cobnut.framework.delivery.Membership;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.eventstore.StreamsObserver;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.table.owner.TableOwners;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// A node that joins nobody.
///
/// @param othersMayWrite true when another node can write the journal, for example the node that
///   this one replaces. A copy of a stream could then lag unnoticed, so streams are read from the
///   journal
record SingleNode(Journal journal, boolean othersMayWrite) implements Topology {

    @Override
    public void configure(Config config, String bindAddress, int port) {
        ClusterConfig.singleNode(config, bindAddress, port);
    }

    @Override
    public HazelcastInstance start(Config config) {
        return Hazelcast.newHazelcastInstance(config);
    }

    @Override
    public BulkOperations bulk(HazelcastInstance hazelcast) {
        return BulkOperations.ofSingleNode(hazelcast);
    }

    @Override
    public StreamOwnership streamOwnership(HazelcastInstance hazelcast) {
        return StreamOwnership.ofSingleNode();
    }

    @Override
    public OutboxStore outboxStore(HazelcastInstance hazelcast, InstantSource clock) {
        return OutboxStore.ofSingleNode(hazelcast);
    }

    @Override
    public DeliveryOrder deliveryOrder(int unitMax) {
        return DeliveryOrder.asAppended(journal);
    }

    @Override
    public OutboxFeed outboxFeed(
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            OutboxLimits limits,
            OutboxObserver observer) {
        IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
        return OutboxFeed.ofSingleNode(
                journal,
                store,
                limits,
                event -> !map.containsKey(OutboxEntry.pending(event).key()),
                publisher::handOver,
                publisher::wake,
                observer);
    }

    @Override
    public EventStore eventStore(
            HazelcastInstance hazelcast,
            Majority majority,
            int eventsMax,
            OutboxFeed feed,
            @Nullable StreamsObserver observer) {
        return othersMayWrite
                ? EventStore.withoutCopies(journal, feed, observer)
                : EventStore.withOwnCopies(
                        journal,
                        hazelcast.getMap(EventStore.MAP_NAME),
                        bulk(hazelcast),
                        eventsMax,
                        feed,
                        observer);
    }

    @Override
    public Membership membership(
            HazelcastInstance hazelcast, Majority majority, EventStore streams) {
        return Membership.ofSingleNode();
    }

    @Override
    public TableOwners tableOwners(Majority majority) {
        return TableOwners.ofSingleNode();
    }

    @Override
    public CommandAdmission admission(Majority majority) {
        return CommandAdmission.OPEN;
    }

    /// Zero: a load balancer has no other node to send requests to.
    @Override
    public Duration drainDelay(Duration configured) {
        return Duration.ZERO;
    }
}
