package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalState;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.topology.Topology;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.ResourceLoader;

/// Creates the beans of a Cobnut node.
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration"
        })
@EnableConfigurationProperties(CobnutProperties.class)
public class CobnutAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    @ConditionalOnMissingBean
    TimeOrderedIds timeOrderedIds(InstantSource clock) {
        return new TimeOrderedIds(clock, new SecureRandom());
    }

    @Bean
    Metrics cobnutMetrics(ObjectProvider<MeterRegistry> registry, InstantSource clock) {
        return new Metrics(registry.getIfAvailable(SimpleMeterRegistry::new), clock);
    }

    @Bean
    Observers observers(Metrics metrics, ObjectProvider<SpanObserver> spans) {
        return Observers.of(metrics, spans.getIfAvailable());
    }

    /// The journal is opened before the Hazelcast member starts, so that an error of the data
    /// folder or of the database ends the start at once.
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Journal journal(CobnutProperties properties, InstantSource clock, ResourceLoader application) {
        CobnutProperties.JournalProperties journal = properties.journal();
        JournalDrivers.require(journal.type(), application.getClassLoader());
        return switch (journal.type()) {
            case SQLITE -> SqliteJournal.open(journal.sqlite(properties.data()), clock);
            case POSTGRESQL ->
                    PostgresJournal.open(
                            journal.postgresql()
                                    .settings(journal.queueCapacity(), journal.groupMax()),
                            clock);
        };
    }

    @Bean
    Topology topology(CobnutProperties properties, Journal journal) {
        return Topology.of(properties.cluster().settings(), journal);
    }

    @Bean(destroyMethod = "shutdown")
    @ConditionalOnMissingBean
    HazelcastInstance hazelcastInstance(
            CobnutProperties properties,
            Topology topology,
            ObjectProvider<MemberConfigCustomizer> customizers) {
        Config config =
                MemberConfig.of(
                        properties, topology, CobnutAutoConfiguration.class.getClassLoader());
        customizers.orderedStream().forEach(customizer -> customizer.customize(config));
        return topology.start(config);
    }

    @Bean
    Majority majority(HazelcastInstance hazelcast, CobnutProperties properties) {
        return new Majority(hazelcast, properties.cluster().settings());
    }

    @Bean
    @ConditionalOnMissingBean
    OutboxStore outboxStore(Topology topology, HazelcastInstance hazelcast, InstantSource clock) {
        return topology.outboxStore(hazelcast, clock);
    }

    @Bean
    OutboxFeed outboxFeed(
            Topology topology,
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            CobnutProperties properties,
            Observers observers) {
        return topology.outboxFeed(
                hazelcast, store, publisher, properties.outbox().limits(), observers.outbox());
    }

    @Bean
    OutboxPublisher outboxPublisher(
            Topology topology,
            OutboxStore store,
            CobnutProperties properties,
            Observers observers) {
        return new OutboxPublisher(
                store,
                topology.deliveryOrder(properties.outbox().unitMax()),
                properties.outbox().publisher(),
                observers.outbox(),
                System::nanoTime,
                RandomGenerator.getDefault());
    }

    @Bean
    EventStore eventStore(
            Topology topology,
            HazelcastInstance hazelcast,
            Majority majority,
            CobnutProperties properties,
            OutboxFeed feed,
            OutboxPublisher publisher,
            Observers observers) {
        return topology.eventStore(
                hazelcast,
                majority,
                properties.streams().eventsMax(),
                feed,
                publisher,
                observers.streams());
    }

    @Bean
    Views views(
            HazelcastInstance hazelcast,
            Journal journal,
            EventStore streams,
            Topology topology,
            ObjectProvider<Projection<?>> projections) {
        List<View<?>> views = new ArrayList<>();
        projections
                .orderedStream()
                .forEach(projection ->
                        views.add(
                                new View<>(
                                        projection,
                                        hazelcast,
                                        streams::readLatest,
                                        journal::findInLookup,
                                        topology.viewWrites())));
        return new Views(views);
    }

    @Bean
    DeliveryRuntime deliveryRuntime(
            HazelcastInstance hazelcast,
            Topology topology,
            Majority majority,
            OutboxFeed feed,
            OutboxPublisher publisher,
            Views views,
            Journal journal,
            EventStore streams,
            Observers observers,
            CobnutProperties properties,
            InstantSource clock) {
        return new DeliveryRuntime(
                hazelcast,
                topology.membership(hazelcast, majority, streams),
                feed,
                publisher,
                views,
                journal,
                new DeliveryRuntime.Sweeping(
                        properties.outbox().sweepInterval(),
                        properties.outbox().lostAfter(),
                        clock,
                        streams::dropDoubtful),
                observers.delivery());
    }

    @Bean
    CommandGateways commandGateways(
            EventStore streams,
            Journal journal,
            TimeOrderedIds ids,
            InstantSource clock,
            CobnutProperties properties,
            Topology topology,
            Majority majority,
            Metrics metrics) {
        return new CommandGateways(decider ->
                new StreamGateway<>(
                        decider,
                        streams,
                        journal,
                        ids,
                        clock,
                        properties.dispatch().settings(),
                        metrics,
                        topology.admission(majority),
                        properties.command().deadline(),
                        properties.command().drainDeadline()));
    }

    @Bean
    @ConditionalOnMissingBean(CommandGateway.class)
    @ConditionalOnSingleCandidate(Decider.class)
    <S, C, E> CommandGateway<S, C> commandGateway(
            CommandGateways gateways, Decider<S, C, E> decider) {
        return gateways.of(decider);
    }

    @Bean
    CobnutNode cobnutNode(
            CommandGateways gateways,
            Journal journal,
            EventStore streams,
            DeliveryRuntime delivery,
            OutboxFeed feed,
            OutboxPublisher publisher,
            HazelcastInstance hazelcast,
            Views views,
            Majority majority,
            Metrics metrics,
            Observers observers) {
        journal.stats().onCommit(observers.commits());
        metrics.gauge(Meter.OUTBOX_PENDING, new QueryGauge(journal::countUnpublished));
        metrics.gauge(Meter.OUTBOX_IN_MAP, feed::inMap);
        metrics.gauge(
                Meter.OUTBOX_OLDEST_AGE,
                new QueryGauge(() -> delivery.oldestPendingAge().toMillis() / 1e3));
        metrics.gauge(Meter.OUTBOX_PARKED_STREAMS, publisher::parkedStreamCount);
        metrics.gauge(Meter.JOURNAL_QUEUED, () -> journal.stats().queued());
        metrics.gauge(
                Meter.JOURNAL_WRITABLE,
                () -> journal.state() instanceof JournalState.Writable ? 1 : 0);
        metrics.gauge(Meter.CLUSTER_MEMBERS, majority::present);
        metrics.gauge(Meter.CLUSTER_MAJORITY, () -> majority.isPresent() ? 1 : 0);
        PostgresFigures.bind(metrics, journal);
        metrics.gauge(Meter.MAILBOX_DEPTH, gateways::queued);
        metrics.gauge(Meter.MAILBOX_RESIDENT, gateways::resident);
        MemberMetrics.register(metrics, hazelcast, views, delivery);
        return new CobnutNode(gateways, journal, metrics.counting(streams), delivery);
    }

    @Bean
    Drain drain(Topology topology, CobnutProperties properties) {
        return new Drain(topology.drainDelay(properties.cluster().drainDelay()));
    }
}
