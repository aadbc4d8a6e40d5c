package dev.cobnut.framework.autoconfigure.actor;

import dev.cobnut.runtime.actor.ActorSystem;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/// Adds the metrics of the application's actor system, when it is a bean.
@AutoConfiguration
public class CobnutActorsAutoConfiguration {

    @Bean
    @ConditionalOnBean(ActorSystem.class)
    @ConditionalOnMissingBean
    ActorMeters actorMeters(ActorSystem system) {
        return new ActorMeters(system);
    }
}
