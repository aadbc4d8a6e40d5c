package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.autoconfigure.MemberConfigCustomizer;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// The plug-in `scanning-outbox`.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
class ScanningOutbox {

    @Bean
    MemberConfigCustomizer withoutIndexes() {
        return config -> config.getMapConfig(OutboxMap.NAME).getIndexConfigs().clear();
    }

    /// @throws IllegalStateException when the running map has an index; a session would then
    ///   compare a variant with itself
    @Bean
    OutboxStore outboxStore(HazelcastInstance hazelcast) {
        IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
        if (!map.getLocalMapStats().getIndexStats().isEmpty()) {
            throw new IllegalStateException(
                    "scanning-outbox: the map still has the indexes "
                            + map.getLocalMapStats().getIndexStats().keySet());
        }
        return new ScanningOutboxStore(map);
    }
}
