package dev.cobnut.framework.outbox;

import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.PartitioningStrategyConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.strategy.StringPartitioningStrategy;
import java.util.Map;
import java.util.Set;

/// The map behind the outbox: its configuration, and the check that the running map has it.
public final class OutboxMap {

    public static final String NAME = "outbox";
    static final String STATUS_INDEX = "outbox-status";
    static final String CREATED_AT_INDEX = "outbox-created-at";

    private OutboxMap() {}

    /// No eviction, no time to live, two indexes, one synchronous backup.
    public static MapConfig config() {
        MapConfig map =
                new MapConfig(NAME)
                        .setBackupCount(1)
                        .setTimeToLiveSeconds(0)
                        .setMaxIdleSeconds(0)
                        .setPartitioningStrategyConfig(
                                new PartitioningStrategyConfig(
                                        StringPartitioningStrategy.INSTANCE));
        map.getEvictionConfig().setEvictionPolicy(EvictionPolicy.NONE);
        map.addIndexConfig(
                new IndexConfig(IndexType.HASH, OutboxEntrySerializer.STATUS)
                        .setName(STATUS_INDEX));
        map.addIndexConfig(
                new IndexConfig(IndexType.SORTED, OutboxEntrySerializer.CREATED_AT)
                        .setName(CREATED_AT_INDEX));
        return map;
    }

    /// What crosses the network or is kept in the map.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new OutboxEntrySerializer())
                .addSerializer(new PutEntry.Serializer());
    }

    /// @throws IllegalStateException when the running map lacks an index: a configuration that
    ///   never reached it would turn every poll into a scan, in silence
    static void requireIndexes(IMap<String, OutboxEntry> map) {
        Map<String, ?> running = map.getLocalMapStats().getIndexStats();
        Set<String> wanted = Set.of(STATUS_INDEX, CREATED_AT_INDEX);
        if (!running.keySet().containsAll(wanted)) {
            throw new IllegalStateException(
                    "the running map '"
                            + map.getName()
                            + "' has the indexes "
                            + running.keySet()
                            + " and needs "
                            + wanted
                            + ": add OutboxMap.config() to the Hazelcast configuration before the member starts");
        }
    }
}
