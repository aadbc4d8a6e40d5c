package dev.cobnut.loadtests.several;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.loadtests.PluginJar;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Lets every command of the service write [#PER_COMMAND] events.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
public class SeveralEvents {

    /// Number of events of each accepted command.
    public static final int PER_COMMAND = 3;

    /// Writes the plug-in into a folder.
    public static Path in(Path folder) throws IOException {
        return PluginJar.in(
                folder, SeveralEvents.class, Wrapping.class, SeveralEventsDecider.class);
    }

    /// The service has one decider of orders, so this one takes its place.
    @Bean
    static Wrapping severalEvents() {
        return new Wrapping();
    }

    /// Wraps the decider of orders.
    static final class Wrapping implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof Decider<?, ?, ?> orders
                    ? new SeveralEventsDecider<>(orders, PER_COMMAND)
                    : bean;
        }
    }
}
