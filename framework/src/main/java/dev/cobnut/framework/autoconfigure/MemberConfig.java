package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.instance.EndpointQualifier;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.ViewEntrySerializer;

/// The configuration of the embedded Hazelcast member: closed to the outside, quiet when idle.
final class MemberConfig {

    private static final String EVICTION_SAMPLES = "hazelcast.map.eviction.sample.count";

    private MemberConfig() {}

    static Config of(CobnutProperties properties, ClassLoader classLoader) {
        Config config = new Config();
        config.setClassLoader(classLoader);
        config.setClusterName(properties.hazelcast().clusterName());
        network(config, properties.hazelcast());
        maps(config, properties);
        serialization(config);
        jet(config);
        config.getMetricsConfig().setEnabled(false);
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.logging.details.enabled", "false");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false"); // Spring decides the order
        config.setProperty("hazelcast.health.monitoring.level", "OFF");
        // A backup that did not answer is not a success.
        config.setProperty("hazelcast.operation.fail.on.indeterminate.state", "true");
        // Choosing what to evict looks at so many entries, on each put into a full map; 15 (the
        // default) were 6 % of the CPU of an order, and a cache does not need the exact oldest.
        // It is a system property only, and read once.
        if (System.getProperty(EVICTION_SAMPLES) == null) {
            System.setProperty(EVICTION_SAMPLES, "3");
        }
        config.setProperty("hazelcast.event.thread.count", "1");
        config.setProperty("hazelcast.io.thread.count", "1");
        return config;
    }

    private static void network(Config config, CobnutProperties.HazelcastProperties member) {
        // Only the member endpoint: no clients, no REST, no memcache.
        config.getAdvancedNetworkConfig().setEnabled(true);
        var join = config.getAdvancedNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(false);
        EndpointConfig endpoint =
                new ServerSocketEndpointConfig()
                        .setPort(member.port())
                        .setPortAutoIncrement(true)
                        .setPublicAddress(member.bindAddress())
                        .setName("member");
        endpoint.getInterfaces().setEnabled(true).addInterface(member.bindAddress());
        config.getAdvancedNetworkConfig()
                .setMemberEndpointConfig((ServerSocketEndpointConfig) endpoint);
        config.getAdvancedNetworkConfig().getEndpointConfigs().remove(EndpointQualifier.CLIENT);
        config.setProperty("hazelcast.socket.bind.any", "false");
    }

    private static void maps(Config config, CobnutProperties properties) {
        config.addMapConfig(OutboxMap.config());
        config.addMapConfig(EventStore.mapConfig(properties.streams().entriesMax()));
        config.addMapConfig(View.mapConfig(properties.views().entriesMax()));
    }

    private static void serialization(Config config) {
        var compact = config.getSerializationConfig().getCompactSerializationConfig();
        compact.addSerializer(new ViewEntrySerializer());
        OutboxMap.registerSerializers(config.getSerializationConfig());
        EventStore.registerSerializers(config.getSerializationConfig());
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        filter.getWhitelist().addPrefixes("dev.cobnut.", "com.hazelcast.", "java.", "[");
        config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
    }

    private static void jet(Config config) {
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(1)
                .setResourceUploadEnabled(false);
        // How long idle stages rest: a compromise between an idle core and the lag of the first
        // event after a pause.
        config.setProperty("hazelcast.jet.idle.cooperative.min.microseconds", "1000");
        config.setProperty("hazelcast.jet.idle.cooperative.max.microseconds", "100000");
        config.setProperty("hazelcast.jet.idle.noncooperative.min.microseconds", "500");
        config.setProperty("hazelcast.jet.idle.noncooperative.max.microseconds", "60000");
        config.setProperty(
                "hazelcast.jet.job.scan.period", "60000"); // the sweeper looks after the job
    }
}
