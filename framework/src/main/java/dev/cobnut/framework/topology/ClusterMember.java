package dev.cobnut.framework.topology;

import com.hazelcast.config.Config;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterConfig;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.MemberStart;
import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.delivery.DeliveryOrder;
import dev.cobnut.framework.delivery.Membership;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.eventstore.StreamsObserver;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.table.TableMaps;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.view.NewerViewWins;
import dev.cobnut.framework.view.View;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A member of a cluster whose members all write the same journal.
record ClusterMember(ClusterSettings cluster, SharedJournal journal) implements Topology {

    @Override
    public void configure(Config config, String bindAddress, int port) {
        ClusterConfig.member(config, cluster, bindAddress, port, journal.identity());
        ClusterConfig.shared(map(config, OutboxMap.NAME));
        ClusterConfig.shared(map(config, EventStore.MAP_NAME));
        ClusterConfig.shared(map(config, View.MAP_PREFIX + "*"), NewerViewWins.class.getName());
        ClusterConfig.shared(map(config, TableMaps.STATES));
        ClusterConfig.shared(map(config, TableMaps.ROWS));
    }

    private static MapConfig map(Config config, String name) {
        return Objects.requireNonNull(config.getMapConfigs().get(name), name);
    }

    @Override
    public HazelcastInstance start(Config config) {
        return MemberStart.start(config, cluster);
    }

    @Override
    public BulkOperations bulk(HazelcastInstance hazelcast) {
        return BulkOperations.NEVER;
    }

    @Override
    public StreamOwnership streamOwnership(HazelcastInstance hazelcast) {
        return StreamOwnership.ofMember(hazelcast);
    }

    @Override
    public OutboxStore outboxStore(HazelcastInstance hazelcast, InstantSource clock) {
        return OutboxStore.ofMember(hazelcast, clock);
    }

    @Override
    public DeliveryOrder deliveryOrder(int unitMax) {
        return DeliveryOrder.byVersion(journal, unitMax);
    }

    /// @throws IllegalArgumentException when the store is not made by [OutboxStore#ofMember]:
    ///   another store does not know the other members
    @Override
    public OutboxFeed outboxFeed(
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            OutboxLimits limits,
            OutboxObserver observer) {
        return OutboxFeed.ofMember(
                journal, store, limits, publisher.onAllMembers(hazelcast), observer);
    }

    @Override
    public EventStore eventStore(
            HazelcastInstance hazelcast,
            Majority majority,
            int eventsMax,
            OutboxFeed feed,
            @Nullable StreamsObserver observer) {
        return EventStore.withSharedCopies(
                journal,
                hazelcast.getMap(EventStore.MAP_NAME),
                eventsMax,
                majority::isPresent,
                EventStore.COPY_WAIT_MAX,
                feed,
                observer);
    }

    @Override
    public Membership membership(
            HazelcastInstance hazelcast, Majority majority, EventStore streams) {
        return Membership.ofMember(hazelcast, majority::isPresent, streams::forgetOwned);
    }

    @Override
    public TableOwners tableOwners(Majority majority) {
        return TableOwners.ofMember(journal, majority::isPresent);
    }

    @Override
    public CommandAdmission admission(Majority majority) {
        return majority::unavailableReason;
    }

    @Override
    public Duration drainDelay(Duration configured) {
        return configured;
    }
}
