package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.outbox.OutboxMap;

/// A member with the outbox map of the naive variants.
final class NaiveMember {

    private NaiveMember() {}

    static HazelcastInstance start(boolean withoutIndexes) {
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.addMapConfig(OutboxMap.config());
        if (withoutIndexes) {
            config.getMapConfig(OutboxMap.NAME).getIndexConfigs().clear();
        }
        OutboxMap.registerSerializers(config.getSerializationConfig());
        return Hazelcast.newHazelcastInstance(config);
    }
}
