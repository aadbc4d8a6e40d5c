package dev.cobnut.orders;

import java.time.InstantSource;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/// Puts the in-memory gateway in the framework's place.
@TestConfiguration(proxyBeanMethods = false)
public class InMemoryOrders {

    @Bean
    InMemoryOrderGateway inMemoryOrderGateway() {
        return new InMemoryOrderGateway(InstantSource.system());
    }
}
