package dev.cobnut.framework.autoconfigure.actuator;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.autoconfigure.CobnutProperties;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.sqltable.SqlTable;
import dev.cobnut.framework.table.Table;
import dev.cobnut.framework.table.Tables;
import java.time.InstantSource;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/// Adds the health indicators and the endpoints of outbox, handlers and tables when the actuator is
/// on the class path.
@AutoConfiguration(after = CobnutAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, Endpoint.class})
public class CobnutActuatorAutoConfiguration {

    /// A process runs as handlers.
    static final class HandlersDeclared extends AnyNestedCondition {

        HandlersDeclared() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(EventHandler.class)
        static final class ByHandler {}

        @ConditionalOnBean(Process.class)
        static final class ByProcess {}
    }

    /// Rows are in maps, or in a database.
    static final class TablesDeclared extends AnyNestedCondition {

        TablesDeclared() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(Table.class)
        static final class InMaps {}

        @ConditionalOnBean(SqlTable.class)
        static final class InSql {}
    }

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
    OutboxHealth outboxHealthIndicator(DeliveryRuntime delivery, CobnutProperties properties) {
        return new OutboxHealth(properties.outbox().oldestPendingMax(), delivery);
    }

    @Bean
    OutboxEndpoint outboxEndpoint(DeliveryRuntime delivery) {
        return new OutboxEndpoint(delivery);
    }

    @Bean
    @Conditional(HandlersDeclared.class)
    HandlersHealth handlersHealthIndicator(Handlers handlers) {
        return new HandlersHealth(handlers);
    }

    @Bean
    @Conditional(HandlersDeclared.class)
    HandlersEndpoint handlersEndpoint(Handlers handlers, InstantSource clock) {
        return new HandlersEndpoint(handlers, clock);
    }

    @Bean
    @Conditional(TablesDeclared.class)
    TablesHealth tablesHealthIndicator(Tables tables) {
        return new TablesHealth(tables);
    }

    @Bean
    @Conditional(TablesDeclared.class)
    TablesEndpoint tablesEndpoint(Tables tables) {
        return new TablesEndpoint(tables);
    }
}
