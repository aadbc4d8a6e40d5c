package dev.cobnut.orders;

import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.view.View;
import dev.cobnut.orders.access.Scope;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.stats.OrderStatistic;
import dev.cobnut.orders.stats.StatsSettings;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.orders.view.OrderView;
import dev.cobnut.orders.view.OrderViewQueries;
import dev.cobnut.web.security.AccessRules;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Gives the framework the decider, the projection, the process and the statistics of the orders.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({OrderSettings.class, StatsSettings.class})
class OrderServiceConfiguration {

    @Bean
    OrderDecider orderDecider() {
        return new OrderDecider();
    }

    @Bean
    OrderView orderView(Decider<Order, OrderCommand, OrderEvent> decider) {
        return new OrderView(OrderDecider.CATEGORY, decider.codec(), OrderDecider.storedForm());
    }

    @Bean
    OrderQueries orderQueries(View<Order> orders, OrderSettings settings) {
        return new OrderViewQueries(OrderDecider.CATEGORY, orders, settings.listWaitMax());
    }

    @Bean
    @ConditionalOnProperty("cobnut.orders.cancel-unpaid-after")
    Process unpaidOrders(CommandGateway<Order, OrderCommand> orders, OrderSettings settings) {
        return UnpaidOrders.process(
                orders, Objects.requireNonNull(settings.cancelUnpaidAfter(), "the condition"));
    }

    @Bean
    CustomersOfOrders customersOfOrders(
            Journal journal, Decider<Order, OrderCommand, OrderEvent> decider) {
        return new CustomersOfOrders(journal, decider.codec());
    }

    @Bean
    AccessRules accessRules() {
        return Scope.rules();
    }

    @Bean
    @ConditionalOnProperty(name = "cobnut.stats.enabled", matchIfMissing = true)
    OrderStatistic orderStatistic(
            Decider<Order, OrderCommand, OrderEvent> decider,
            Journal journal,
            StatsSettings settings,
            InstantSource clock) {
        return new OrderStatistic(OrderDecider.CATEGORY, decider.codec(), journal, settings, clock);
    }

    @Bean
    OrderIds orderIds(StreamOwnership ownership) {
        var ids =
                new TimeOrderedIds(
                        InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());
        return () -> ownership.newId(ids, OrderDecider::streamOf);
    }
}
