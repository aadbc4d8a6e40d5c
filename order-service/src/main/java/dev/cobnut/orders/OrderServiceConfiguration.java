package dev.cobnut.orders;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.view.View;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.orders.view.OrderView;
import dev.cobnut.orders.view.OrderViewQueries;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Gives the framework the decider and the projection of the orders.
@Configuration(proxyBeanMethods = false)
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
    OrderQueries orderQueries(View<Order> orders) {
        return new OrderViewQueries(OrderDecider.CATEGORY, orders);
    }

    @Bean
    OrderIds orderIds() {
        var ids =
                new TimeOrderedIds(
                        InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());
        return ids::next;
    }
}
