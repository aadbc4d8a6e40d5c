package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.autoconfigure.domain.DomainBeans;
import dev.cobnut.framework.autoconfigure.domain.DomainCodecs;
import dev.cobnut.framework.autoconfigure.domain.OneName;
import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.event.RandomWords;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalState;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.process.Processes;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.framework.subscription.Events;
import dev.cobnut.framework.table.Tables;
import dev.cobnut.framework.topology.Topology;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ResourceLoader;

/// Creates the beans of a Cobnut node: the journal, the maps, the outbox and its delivery, the
/// views and the gateways of commands. [ConsumersConfiguration] has the other consumers of events.
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration"
        })
@EnableConfigurationProperties(CobnutProperties.class)
@Import(ConsumersConfiguration.class)
public class CobnutAutoConfiguration {

    /// Share of the heap that the copies of streams may take, and again all views together: one in
    /// so many bytes.
    private static final int CACHE_HEAP_DIVISOR = 16;

    @Bean
    @ConditionalOnMissingBean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    @ConditionalOnMissingBean
    TimeOrderedIds timeOrderedIds(InstantSource clock) {
        return new TimeOrderedIds(clock, new RandomWords());
    }

    @Bean
    Metrics cobnutMetrics(ObjectProvider<MeterRegistry> registry, InstantSource clock) {
        return new Metrics(registry.getIfAvailable(SimpleMeterRegistry::new), clock);
    }

    @Bean
    Observers observers(
            Metrics metrics,
            ObjectProvider<SpanObserver> spans,
            ObjectProvider<Tracing> tracing,
            CobnutProperties properties) {
        Tracing traces = tracing.getIfAvailable();
        if (properties.tracing().enabled() && traces == null) {
            throw new SettingsException(
                    "cobnut.tracing.enabled=true needs a tracer, and there is none; add"
                            + " org.springframework.boot:spring-boot-micrometer-tracing-opentelemetry"
                            + " and io.micrometer:micrometer-tracing-bridge-otel, or set it to"
                            + " false.");
        }
        return Observers.of(metrics, spans.getIfAvailable(), traces);
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
    StreamOwnership streamOwnership(Topology topology, HazelcastInstance hazelcast) {
        return topology.streamOwnership(hazelcast);
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
            Observers observers) {
        return topology.eventStore(
                hazelcast, majority, properties.streams().eventsMax(), feed, observers.streams());
    }

    @Bean
    Views views(
            ListableBeanFactory beans,
            Topology topology,
            HazelcastInstance hazelcast,
            Journal journal,
            EventStore streams,
            ObjectProvider<Projection<?>> projections) {
        OneName.require(beans, Projection.class, "views", one -> one.name(), "Projection.name()");
        List<View<?>> views = new ArrayList<>();
        projections
                .orderedStream()
                .forEach(projection ->
                        views.add(
                                new View<>(
                                        projection,
                                        hazelcast,
                                        streams::readLatest,
                                        journal,
                                        topology.bulk(hazelcast))));
        return new Views(views);
    }

    @Bean(initMethod = "start")
    MapMemory mapMemory(HazelcastInstance hazelcast, Views views) {
        long share = Runtime.getRuntime().maxMemory() / CACHE_HEAP_DIVISOR;
        Map<String, Long> bytesMax = new HashMap<>();
        bytesMax.put(EventStore.MAP_NAME, share);
        for (View<?> view : views.all()) {
            bytesMax.put(View.mapName(view.projection()), share / views.all().size());
        }
        return new MapMemory(hazelcast, bytesMax);
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
            CobnutProperties properties) {
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
                        System::nanoTime,
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
            Metrics metrics,
            ObjectProvider<Tracing> tracing) {
        return new CommandGateways(
                decider ->
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
                                properties.command().drainDeadline()),
                tracing.getIfAvailable());
    }

    @Bean
    DomainCodecs domainCodecs(
            ObjectProvider<Decider<?, ?, ?>> deciders,
            ObjectProvider<Boundary<?, ?, ?>> boundaries) {
        return DomainCodecs.of(deciders, boundaries);
    }

    /// Static, because it adds beans before this class is created.
    @Bean
    static DomainBeans domainBeans() {
        return new DomainBeans();
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
            Handlers handlers,
            Processes processes,
            Tables tables,
            Events events,
            Statistics statistics,
            Majority majority,
            Metrics metrics,
            Observers observers,
            ObjectProvider<Decider<?, ?, ?>> deciders) {
        DomainCodecs.requireOneForEachCategory(deciders);
        journal.stats().onCommit(observers.commits());
        metrics.gauge(Meter.OUTBOX_PENDING, new QueryGauge(journal::countUnpublished));
        metrics.gauge(Meter.OUTBOX_IN_MAP, feed::inMap);
        metrics.gauge(
                Meter.OUTBOX_OLDEST_AGE,
                new QueryGauge(() -> delivery.oldestPendingAge().toMillis() / 1e3));
        metrics.gauge(Meter.OUTBOX_PARKED_STREAMS, new QueryGauge(delivery::countParked));
        metrics.gauge(Meter.JOURNAL_QUEUED, () -> journal.stats().queued());
        metrics.gauge(
                Meter.JOURNAL_WRITABLE,
                () -> journal.state() instanceof JournalState.Writable ? 1 : 0);
        metrics.gauge(Meter.CLUSTER_MEMBERS, majority::present);
        metrics.gauge(Meter.CLUSTER_MAJORITY, () -> majority.isPresent() ? 1 : 0);
        bindFiguresOfPostgres(metrics, journal);
        metrics.gauge(Meter.MAILBOX_DEPTH, gateways::queued);
        metrics.gauge(Meter.MAILBOX_RESIDENT, gateways::resident);
        if (deciders.stream().anyMatch(decider -> decider.snapshots().isPresent())) {
            gateways.countSnapshots(metrics);
        }
        MemberMetrics.register(metrics, hazelcast, views, delivery);
        return new CobnutNode(
                gateways,
                journal,
                metrics.counting(streams),
                delivery,
                handlers,
                processes,
                tables,
                events,
                statistics);
    }

    /// Metrics of a PostgreSQL journal. They are 0 for another journal, so that dashboards find
    /// them.
    private static void bindFiguresOfPostgres(Metrics metrics, Journal journal) {
        metrics.counter(
                Meter.JOURNAL_RECONNECTS,
                journal,
                source -> figure(source, PostgresJournal::reconnects));
        metrics.counter(
                Meter.JOURNAL_RESOLVED,
                journal,
                source -> figure(source, PostgresJournal::resolved));
        metrics.gauge(
                Meter.JOURNAL_READERS_BUSY, () -> figure(journal, PostgresJournal::busyReaders));
    }

    private static long figure(Journal journal, ToLongFunction<PostgresJournal> figure) {
        return journal instanceof PostgresJournal postgres ? figure.applyAsLong(postgres) : 0;
    }

    @Bean
    Drain drain(Topology topology, CobnutProperties properties) {
        return new Drain(topology.drainDelay(properties.cluster().drainDelay()));
    }
}
