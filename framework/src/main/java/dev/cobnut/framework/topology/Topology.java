package dev.cobnut.framework.topology;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.delivery.DeliveryOrder;
import dev.cobnut.framework.delivery.Membership;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.eventstore.StreamsObserver;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.table.owner.TableOwners;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Builds the parts that differ between a single node and a member of a cluster.
public sealed interface Topology permits SingleNode, ClusterMember {

    /// @throws JournalException when the cluster has several members and the journal cannot be
    ///   shared
    static Topology of(ClusterSettings cluster, Journal journal) {
        boolean single = cluster.members() == 1;
        if (journal instanceof SharedJournal shared) {
            return single ? new SingleNode(journal, true) : new ClusterMember(cluster, shared);
        }
        if (single) {
            return new SingleNode(journal, false);
        }
        throw new JournalException(
                "cobnut.cluster.members is "
                        + cluster.members()
                        + ", but this node's journal is a local file (SQLite) that the other members"
                        + " cannot read: give all members the same PostgreSQL"
                        + " (cobnut.journal.type=postgresql), or remove cobnut.cluster to run a single"
                        + " node.",
                null);
    }

    /// Completes the configuration of the Hazelcast member: which members it joins, and how its
    /// maps behave when a member is lost.
    ///
    /// @param config already contains the maps of the outbox, the streams, the views and the tables
    /// @param bindAddress an address, a pattern of addresses (`10.1.*.*`) or a name of this host
    /// @throws IllegalArgumentException when the name cannot be looked up
    void configure(Config config, String bindAddress, int port);

    /// Starts the Hazelcast member and waits until its maps can be created.
    HazelcastInstance start(Config config);

    /// How operations on many keys of a map are sent.
    BulkOperations bulk(HazelcastInstance hazelcast);

    StreamOwnership streamOwnership(HazelcastInstance hazelcast);

    OutboxStore outboxStore(HazelcastInstance hazelcast, InstantSource clock);

    /// @param unitMax most events of one stream in one page
    DeliveryOrder deliveryOrder(int unitMax);

    OutboxFeed outboxFeed(
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            OutboxLimits limits,
            OutboxObserver observer);

    /// @param eventsMax most events of one stream in memory
    EventStore eventStore(
            HazelcastInstance hazelcast,
            Majority majority,
            int eventsMax,
            OutboxFeed feed,
            @Nullable StreamsObserver observer);

    Membership membership(HazelcastInstance hazelcast, Majority majority, EventStore streams);

    /// Which member runs a table.
    TableOwners tableOwners(Majority majority);

    CommandAdmission admission(Majority majority);

    /// The time for which requests are still accepted after readiness went down.
    ///
    /// @param configured the value of `cobnut.cluster.drain-delay`
    Duration drainDelay(Duration configured);
}
