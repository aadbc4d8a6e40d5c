package dev.cobnut.framework.autoconfigure;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.delivery.OutboxWake;
import dev.cobnut.framework.delivery.VersionGate;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.IMapOutboxStore;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.outbox.SharedFeed;
import dev.cobnut.framework.outbox.SharedOutboxStore;
import dev.cobnut.framework.outbox.SingleWriterFeed;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The parts of which a node that is alone has one kind and a member of a cluster another.
final class ClusterParts {

    private ClusterParts() {}

    /// Which log the members write: compared before they join each other. Nobody else has that of a
    /// node that is alone.
    ///
    /// @throws JournalException when the node is to join others and its journal is its own
    static String log(ClusterSettings cluster, Journal journal) {
        if (cluster.isAlone()) {
            return "alone-" + UUID.randomUUID();
        }
        return shared(cluster, journal).identity();
    }

    /// The journal of a cluster.
    ///
    /// @throws JournalException when it is a node's own
    static SharedJournal shared(ClusterSettings cluster, Journal journal) {
        if (journal instanceof SharedJournal shared) {
            return shared;
        }
        throw new JournalException(
                "cobnut.cluster.members is "
                        + cluster.members()
                        + ", and this node's journal is its own (SQLite), so nobody else could read"
                        + " what it accepts: give all members the same PostgreSQL"
                        + " (cobnut.journal.type=postgresql), or remove cobnut.cluster to run one"
                        + " node.",
                null);
    }

    static OutboxStore outboxStore(
            ClusterSettings cluster, HazelcastInstance hazelcast, InstantSource clock) {
        return cluster.isAlone()
                ? new IMapOutboxStore(hazelcast.getMap(OutboxMap.NAME))
                : new SharedOutboxStore(hazelcast, clock);
    }

    static @Nullable VersionGate gate(
            ClusterSettings cluster, Journal journal, CobnutProperties.OutboxProperties outbox) {
        return cluster.isAlone()
                ? null
                : new VersionGate(shared(cluster, journal), outbox.unitMax());
    }

    static OutboxFeed outboxFeed(
            CobnutProperties properties,
            Journal journal,
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            Observers observers) {
        CobnutProperties.OutboxProperties outbox = properties.outbox();
        ClusterSettings cluster = properties.cluster().settings();
        if (!cluster.isAlone() && store instanceof SharedOutboxStore shared) {
            return new SharedFeed(
                    shared(cluster, journal),
                    shared,
                    outbox.entriesMax() + outbox.parkedMax(),
                    outbox.refillMax(),
                    OutboxWake.over(hazelcast, publisher),
                    observers.outbox(),
                    System::nanoTime);
        }
        return new SingleWriterFeed(
                journal,
                store,
                outbox.entriesMax(),
                outbox.parkedMax(),
                publisher::parkedEntryCount,
                outbox.refillMax(),
                observers.outbox());
    }

    /// Only a journal that is the node's own lets a map stand for it: another node may write a
    /// shared one, whatever this node was told of others.
    static EventStore eventStore(
            CobnutProperties properties,
            Journal journal,
            HazelcastInstance hazelcast,
            OutboxFeed feed,
            OutboxPublisher publisher,
            Observers observers) {
        return journal instanceof SharedJournal shared
                ? EventStore.shared(shared, feed, publisher::wake, observers.streams())
                : new EventStore(
                        journal,
                        hazelcast.getMap(EventStore.MAP_NAME),
                        properties.streams().eventsMax(),
                        feed,
                        publisher::wake,
                        observers.streams());
    }

    /// @return null when the node is alone
    static @Nullable BooleanSupplier majority(Majority majority) {
        return majority.settings().isAlone() ? null : majority::isPresent;
    }

    static CommandAdmission admission(Majority majority) {
        return majority.settings().isAlone() ? CommandAdmission.OPEN : majority::refusal;
    }
}
