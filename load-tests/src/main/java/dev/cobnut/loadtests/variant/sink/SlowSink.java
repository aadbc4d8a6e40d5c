package dev.cobnut.loadtests.variant.sink;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.outbox.OutboxStore;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/// The plug-in `slow-sink`: puts a [ThrottledOutboxStore] before the service's store.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
class SlowSink {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Throttle throttle() {
        return new Throttle(System::nanoTime);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static BeanPostProcessor throttledStore(Throttle throttle) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof OutboxStore store
                        ? new ThrottledOutboxStore(store, throttle)
                        : bean;
            }
        };
    }

    @Bean
    SinkEndpoint sinkEndpoint(Throttle throttle) {
        return new SinkEndpoint(throttle);
    }
}
