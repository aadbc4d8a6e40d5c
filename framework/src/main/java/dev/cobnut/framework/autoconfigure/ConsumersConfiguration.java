package dev.cobnut.framework.autoconfigure;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.autoconfigure.domain.DomainCodecs;
import dev.cobnut.framework.autoconfigure.domain.OneName;
import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.process.Processes;
import dev.cobnut.framework.sqltable.SqlTable;
import dev.cobnut.framework.sqltable.SqlTableLoop;
import dev.cobnut.framework.statistic.Statistic;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.framework.subscription.Events;
import dev.cobnut.framework.table.Table;
import dev.cobnut.framework.table.Tables;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import dev.cobnut.framework.topology.Topology;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Creates the consumers of a node's events beside its views: handlers, processes, tables,
/// subscriptions and statistics.
@Configuration(proxyBeanMethods = false)
class ConsumersConfiguration {

    /// How often a subscription looks for events of other members; those of its own member wake it.
    private static final Duration SUBSCRIPTION_POLL = Duration.ofMillis(200);

    @Bean
    Handlers eventHandlers(
            ListableBeanFactory beans,
            ObjectProvider<EventHandler> handlers,
            DomainCodecs codecs,
            Processes processes,
            Journal journal,
            CobnutProperties properties,
            Metrics metrics,
            ObjectProvider<Tracing> tracing) {
        OneName.require(
                beans,
                EventHandler.class,
                "handlers",
                EventHandler::name,
                "Handler.named(…), or EventHandler.name()");
        HandlerMetrics observer = new HandlerMetrics(metrics);
        Tracing traces = tracing.getIfAvailable();
        List<EventHandler> readable =
                readable(handlers.orderedStream().toList(), processes, codecs);
        Handlers all =
                new Handlers(
                        traces == null ? readable : readable.stream().map(traces::traced).toList(),
                        journal,
                        properties.handlers().settings(),
                        observer,
                        System::nanoTime);
        observer.register(all);
        return all;
    }

    @Bean
    Processes processes(
            ListableBeanFactory beans,
            ObjectProvider<Process> declared,
            DomainCodecs codecs,
            CommandGateways gateways,
            Journal journal,
            ObjectProvider<Handlers> handlers,
            InstantSource clock,
            CobnutProperties properties,
            Metrics metrics) {
        OneName.require(beans, Process.class, "processes", Process::name, "Process.named(…)");
        Processes processes =
                new Processes(
                        declared.orderedStream().toList(),
                        codecs.byCategory(),
                        gateways::of,
                        journal,
                        handler -> handlers.getObject().runsHere(handler),
                        clock,
                        properties.handlers().settings().pollInterval());
        for (String name : processes.names()) {
            metrics.gauge(
                    Meter.PROCESS_TIMERS_OVERDUE,
                    new QueryGauge(() -> processes.overdue(name).toMillis() / 1e3),
                    "process",
                    name);
        }
        return processes;
    }

    /// Handlers that are written by classes read events with the codecs of the domain.
    private static List<EventHandler> readable(
            List<EventHandler> handlers, Processes processes, DomainCodecs codecs) {
        List<EventHandler> readable = new ArrayList<>(processes.handlers());
        for (EventHandler handler : handlers) {
            readable.add(
                    handler instanceof Handler typed
                            ? typed.reading(codecs.byCategory())
                            : handler);
        }
        return readable;
    }

    @Bean
    Tables tables(
            ListableBeanFactory beans,
            ObjectProvider<Table<?>> declared,
            ObjectProvider<SqlTable> declaredInSql,
            DomainCodecs codecs,
            Journal journal,
            HazelcastInstance hazelcast,
            Topology topology,
            Majority majority,
            CobnutProperties properties,
            Metrics metrics,
            InstantSource clock) {
        OneName.require(beans, Table.class, "tables", one -> one.name(), "Table.named(…)");
        OneName.require(beans, SqlTable.class, "tables", SqlTable::name, "SqlTable.named(…)");
        List<Table<?>> all = declared.orderedStream().toList();
        TableMetrics observer = new TableMetrics(metrics);
        TableOwners owners = topology.tableOwners(majority);
        TableSettings settings = properties.tables().settings(Math.max(1, all.size()));
        Map<String, EventCodec<?>> byCategory = codecs.byCategory();
        Tables tables =
                new Tables(all, byCategory, journal, hazelcast, owners, settings, observer, clock);
        declaredInSql
                .orderedStream()
                .map(one ->
                        new SqlTableLoop(
                                one, byCategory, journal, owners, settings, observer, clock))
                .forEach(tables::add);
        observer.register(tables);
        return tables;
    }

    @Bean
    Events events(Journal journal) {
        return new Events(journal, SUBSCRIPTION_POLL);
    }

    @Bean
    Statistics statistics(
            ListableBeanFactory beans,
            ObjectProvider<Statistic<?, ?, ?>> declared,
            Journal journal,
            HazelcastInstance hazelcast,
            Metrics metrics,
            InstantSource clock) {
        OneName.require(
                beans, Statistic.class, "statistics", one -> one.name(), "Statistic.name()");
        Statistics statistics =
                new Statistics(declared.orderedStream().toList(), journal, hazelcast, clock);
        StatisticMetrics.register(metrics, statistics, journal);
        return statistics;
    }
}
