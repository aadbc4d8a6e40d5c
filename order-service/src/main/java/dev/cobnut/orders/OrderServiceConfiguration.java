package dev.cobnut.orders;

import dev.cobnut.framework.event.TimeOrderedIds;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires what the framework needs from us.
@Configuration(proxyBeanMethods = false)
class OrderServiceConfiguration {

    @Bean
    OrderDomain orderDomain() {
        return new OrderDomain();
    }

    @Bean
    OrderIds orderIds() {
        var ids =
                new TimeOrderedIds(
                        InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());
        return ids::next;
    }
}
