package dev.cobnut.test.slice;

import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.support.TestPropertySourceUtils;

/// The settings of [AutoConfigureCobnut]: behind those of the test, before those of the service. A
/// record, so that tests share contexts.
record SliceSettings() implements ContextCustomizer {

    private static final MapPropertySource NODE =
            new MapPropertySource(
                    "Cobnut test slice",
                    Map.of(
                            "cobnut.cluster.members", "1",
                            "cobnut.hazelcast.bind-address", "127.0.0.1",
                            "cobnut.hazelcast.port", "0",
                            "cobnut.handlers.attempts-max", "3",
                            "cobnut.handlers.backoff-min", "1ms",
                            "cobnut.handlers.backoff-max", "5ms",
                            "cobnut.outbox.attempts-max", "3",
                            "cobnut.outbox.backoff-min", "1ms",
                            "cobnut.outbox.backoff-max", "5ms"));

    /// Takes the service's members away. A source of its own behind the other one: in the same
    /// source, members of a single node would be a contradiction.
    private static final MapPropertySource NO_MEMBERS =
            new MapPropertySource(
                    "Cobnut test slice, no other members",
                    Map.of(
                            "cobnut.cluster.addresses", "",
                            "cobnut.cluster.kubernetes-service", ""));

    @Override
    public void customizeContext(
            ConfigurableApplicationContext context, MergedContextConfiguration mergedConfig) {
        MutablePropertySources sources = context.getEnvironment().getPropertySources();
        String ofTheTest = TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME;
        if (sources.contains(ofTheTest)) {
            sources.addAfter(ofTheTest, NODE);
        } else {
            sources.addFirst(NODE);
        }
        sources.addAfter(NODE.getName(), NO_MEMBERS);
    }
}
