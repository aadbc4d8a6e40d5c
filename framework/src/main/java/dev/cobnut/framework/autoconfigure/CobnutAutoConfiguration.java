package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.MemberStart;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Domain;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalState;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;

/// Wires a Cobnut node.
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

    /// Opened before the member starts: what is wrong with the data folder, or with the database,
    /// shows at once.
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

    @Bean(destroyMethod = "shutdown")
    @ConditionalOnMissingBean
    HazelcastInstance hazelcastInstance(
            CobnutProperties properties,
            Journal journal,
            ObjectProvider<MemberConfigCustomizer> customizers) {
        Config config =
                MemberConfig.of(
                        properties,
                        ClusterParts.log(properties.cluster().settings(), journal),
                        CobnutAutoConfiguration.class.getClassLoader());
        customizers.orderedStream().forEach(customizer -> customizer.customize(config));
        return MemberStart.start(config, properties.cluster().settings());
    }

    @Bean
    Majority majority(HazelcastInstance hazelcast, CobnutProperties properties) {
        return new Majority(hazelcast, properties.cluster().settings());
    }

    @Bean
    @ConditionalOnMissingBean
    OutboxStore outboxStore(
            HazelcastInstance hazelcast, CobnutProperties properties, InstantSource clock) {
        return ClusterParts.outboxStore(properties.cluster().settings(), hazelcast, clock);
    }

    @Bean
    OutboxFeed outboxFeed(
            Journal journal,
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            CobnutProperties properties,
            Observers observers) {
        return ClusterParts.outboxFeed(properties, journal, hazelcast, store, publisher, observers);
    }

    @Bean
    OutboxPublisher outboxPublisher(
            OutboxStore store, Journal journal, CobnutProperties properties, Observers observers) {
        return new OutboxPublisher(
                store,
                properties.outbox().publisher(),
                observers.outbox(),
                System::nanoTime,
                RandomGenerator.getDefault(),
                ClusterParts.gate(properties.cluster().settings(), journal, properties.outbox()));
    }

    @Bean
    EventStore eventStore(
            Journal journal,
            HazelcastInstance hazelcast,
            CobnutProperties properties,
            OutboxFeed feed,
            OutboxPublisher publisher,
            Observers observers) {
        return ClusterParts.eventStore(properties, journal, hazelcast, feed, publisher, observers);
    }

    @Bean
    Views views(
            HazelcastInstance hazelcast,
            Journal journal,
            EventStore streams,
            Majority majority,
            ObjectProvider<Projection<?>> projections) {
        boolean shared = !majority.settings().isAlone();
        List<View<?>> views = new ArrayList<>();
        projections
                .orderedStream()
                .forEach(projection ->
                        views.add(
                                new View<>(
                                        projection,
                                        hazelcast.getMap(View.MAP_PREFIX + projection.name()),
                                        streams::read,
                                        journal::findInLookup,
                                        shared)));
        return new Views(views);
    }

    @Bean
    DeliveryRuntime deliveryRuntime(
            HazelcastInstance hazelcast,
            OutboxStore store,
            OutboxPublisher publisher,
            OutboxFeed feed,
            Views views,
            Journal journal,
            EventStore streams,
            Majority majority,
            Observers observers,
            CobnutProperties properties,
            InstantSource clock) {
        return new DeliveryRuntime(
                hazelcast,
                hazelcast.getMap(OutboxMap.NAME),
                store,
                publisher,
                feed,
                views,
                journal,
                observers.delivery(),
                ClusterParts.majority(majority),
                streams::dropDistrusted,
                properties.outbox().sweepInterval(),
                properties.outbox().lostAfter(),
                clock);
    }

    @Bean
    CommandGateways commandGateways(
            EventStore streams,
            Journal journal,
            TimeOrderedIds ids,
            InstantSource clock,
            CobnutProperties properties,
            Majority majority,
            Metrics metrics) {
        return new CommandGateways(domain ->
                new StreamGateway<>(
                        domain,
                        streams,
                        journal,
                        ids,
                        clock,
                        properties.dispatch().settings(),
                        metrics,
                        ClusterParts.admission(majority),
                        properties.command().deadline(),
                        properties.command().drainDeadline()));
    }

    @Bean
    @ConditionalOnMissingBean(CommandGateway.class)
    @ConditionalOnSingleCandidate(Domain.class)
    <S, C, E> CommandGateway<S, C> commandGateway(
            CommandGateways gateways, Domain<S, C, E> domain) {
        return gateways.of(domain);
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
            Observers observers,
            InstantSource clock) {
        journal.stats().onCommit(observers.commits());
        metrics.gauge(Meter.OUTBOX_PENDING, new AskedFigure(journal::countUnpublished));
        metrics.gauge(Meter.OUTBOX_IN_MAP, feed::inMap);
        metrics.gauge(
                Meter.OUTBOX_OLDEST_AGE,
                new AskedFigure(() -> oldestAge(journal, clock).toMillis() / 1e3));
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
        MemberMetrics.register(metrics, hazelcast, journal, views, delivery);
        return new CobnutNode(gateways, journal, metrics.counting(streams), delivery);
    }

    @Bean
    Drain drain(Majority majority, CobnutProperties properties) {
        return new Drain(
                majority.settings().isAlone() ? Duration.ZERO : properties.cluster().drainDelay());
    }

    private static Duration oldestAge(Journal journal, InstantSource clock) {
        return journal.readUnpublished(0, 1).stream()
                .findFirst()
                .map(event ->
                        Duration.between(
                                EventFormat.instant(event.recordedAtMicros()), clock.instant()))
                .orElse(Duration.ZERO);
    }

    /// Health and the operator's endpoint, where the actuator is.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, Endpoint.class})
    static class Operations {

        @Bean
        JournalHealth journalHealthIndicator(Journal journal) {
            return new JournalHealth(journal);
        }

        @Bean
        ClusterHealth clusterHealthIndicator(
                HazelcastInstance hazelcast, Majority majority, OutboxFeed feed) {
            return new ClusterHealth(hazelcast, majority, feed);
        }

        @Bean
        DeadlockHealth deadlockHealthIndicator() {
            return new DeadlockHealth();
        }

        @Bean
        OutboxHealth outboxHealthIndicator(
                Journal journal,
                DeliveryRuntime delivery,
                CobnutProperties properties,
                InstantSource clock) {
            Supplier<Duration> age = () -> oldestAge(journal, clock);
            return new OutboxHealth(age, properties.outbox().oldestPendingMax(), delivery);
        }

        @Bean
        OutboxEndpoint outboxEndpoint(DeliveryRuntime delivery) {
            return new OutboxEndpoint(delivery);
        }
    }
}
