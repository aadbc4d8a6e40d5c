package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// The plug-in `paging-outbox`.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
class PagingOutbox {

    /// @throws IllegalStateException when the running map lacks the indexes; then the configuration
    ///   did not reach it, and a session would compare a variant with itself
    @Bean
    OutboxStore outboxStore(HazelcastInstance hazelcast) {
        IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
        if (map.getLocalMapStats().getIndexStats().size() != 2) {
            throw new IllegalStateException(
                    "paging-outbox: the map has the indexes "
                            + map.getLocalMapStats().getIndexStats().keySet()
                            + " and needs one on the status and one on createdAt");
        }
        return new PagingOutboxStore(map);
    }
}
