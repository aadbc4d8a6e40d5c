package dev.cobnut.framework.autoconfigure;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.table.TableMaps;
import dev.cobnut.framework.topology.Topology;
import dev.cobnut.framework.view.View;

/// The configuration of the embedded Hazelcast member. It accepts no clients, and it uses little
/// CPU when idle.
final class MemberConfig {

    private static final String EVICTION_SAMPLES = "hazelcast.map.eviction.sample.count";

    private MemberConfig() {}

    static Config of(CobnutProperties properties, Topology topology, ClassLoader classLoader) {
        Config config = new Config();
        config.setClassLoader(classLoader);
        config.setClusterName(properties.hazelcast().clusterName());
        maps(config, properties);
        topology.configure(
                config, properties.hazelcast().bindAddress(), properties.hazelcast().port());
        serialization(config);
        jet(config);
        config.getMetricsConfig().setEnabled(false);
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.logging.details.enabled", "false");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false"); // Spring decides the order
        config.setProperty("hazelcast.health.monitoring.level", "OFF");
        // A write whose backup did not answer fails.
        config.setProperty("hazelcast.operation.fail.on.indeterminate.state", "true");
        // Number of entries that an eviction samples on each put into a full map. The default of 15
        // took 6 % of the CPU of an order, and a cache does not need the exact oldest entry.
        // Hazelcast reads it once, and only as a system property.
        if (System.getProperty(EVICTION_SAMPLES) == null) {
            System.setProperty(EVICTION_SAMPLES, "3");
        }
        config.setProperty("hazelcast.event.thread.count", "1");
        config.setProperty("hazelcast.io.thread.count", "1");
        return config;
    }

    private static void maps(Config config, CobnutProperties properties) {
        config.addMapConfig(OutboxMap.config());
        config.addMapConfig(EventStore.mapConfig(properties.streams().entriesMax()));
        config.addMapConfig(View.mapConfig(properties.views().entriesMax()));
        config.addMapConfig(TableMaps.states());
        config.addMapConfig(TableMaps.rows());
    }

    private static void serialization(Config config) {
        View.registerSerializers(config.getSerializationConfig());
        OutboxMap.registerSerializers(config.getSerializationConfig());
        EventStore.registerSerializers(config.getSerializationConfig());
        TableMaps.registerSerializers(config.getSerializationConfig());
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        filter.getWhitelist().addPrefixes("dev.cobnut.", "com.hazelcast.", "java.", "[");
        config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
    }

    private static void jet(Config config) {
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(1)
                .setResourceUploadEnabled(false);
        // The time that idle stages rest, unless they are woken, as those of the delivery are.
        config.setProperty("hazelcast.jet.idle.cooperative.min.microseconds", "1000");
        config.setProperty("hazelcast.jet.idle.cooperative.max.microseconds", "100000");
        config.setProperty("hazelcast.jet.idle.noncooperative.min.microseconds", "500");
        config.setProperty("hazelcast.jet.idle.noncooperative.max.microseconds", "60000");
        config.setProperty(
                "hazelcast.jet.job.scan.period", "60000"); // the sweeper looks after the job
    }
}
