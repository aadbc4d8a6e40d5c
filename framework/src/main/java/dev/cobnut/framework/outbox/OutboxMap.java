package dev.cobnut.framework.outbox;

import com.hazelcast.config.Config;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.PartitioningStrategyConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.strategy.StringPartitioningStrategy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// The configuration of the outbox's map, and the check that the running map has it.
public final class OutboxMap {

    private static final System.Logger LOG = System.getLogger(OutboxMap.class.getName());

    public static final String NAME = "outbox";
    static final String CREATED_AT_INDEX = "outbox-created-at";

    /// Longest time for which a member tries to create the map's index.
    private static final Duration OPENING_MAX = Duration.ofSeconds(60);

    private static final Duration OPENING_PAUSE = Duration.ofMillis(100);

    private OutboxMap() {}

    /// No eviction, no time to live, a SORTED index. No backup: the journal has every entry that
    /// waits, and the member that takes a partition over reads them there.
    public static MapConfig config() {
        MapConfig map =
                new MapConfig(NAME)
                        .setBackupCount(0)
                        .setTimeToLiveSeconds(0)
                        .setMaxIdleSeconds(0)
                        .setPartitioningStrategyConfig(
                                new PartitioningStrategyConfig(
                                        StringPartitioningStrategy.INSTANCE));
        map.getEvictionConfig().setEvictionPolicy(EvictionPolicy.NONE);
        map.addIndexConfig(
                new IndexConfig(IndexType.SORTED, OutboxEntrySerializer.CREATED_AT)
                        .setName(CREATED_AT_INDEX));
        return map;
    }

    /// Opens the map on a member of a cluster. The first access creates its index on all members.
    /// That fails when a member that is just starting does not confirm them in time, and further
    /// accesses fail until Hazelcast has cleaned up. So this method tries again after a pause.
    ///
    /// @throws IndeterminateOperationStateException when it fails for [#OPENING_MAX], or when the
    ///   thread is interrupted
    static IMap<String, OutboxEntry> open(HazelcastInstance hazelcast) {
        long deadline = System.nanoTime() + OPENING_MAX.toNanos();
        for (int failures = 0; ; failures++) {
            try {
                return hazelcast.getMap(NAME);
            } catch (IndeterminateOperationStateException e) {
                if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                if (failures == 0) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            "not all members confirmed the indexes of the outbox map; the member tries again");
                }
                LockSupport.parkNanos(OPENING_PAUSE.toNanos());
            }
        }
    }

    /// Registers the serializers of the outbox's entries and entry processors.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new OutboxEntrySerializer())
                .addSerializer(new PutEntry.Serializer());
    }

    /// Checks the indexes of a member of a cluster. It checks the configuration: as long as the
    /// member has no part of the map, its statistics show no index.
    ///
    /// @throws IllegalStateException when the configuration lacks an index
    static void requireIndexes(Config config) {
        Set<String> configured =
                config.findMapConfig(NAME).getIndexConfigs().stream()
                        .map(IndexConfig::getName)
                        .collect(Collectors.toSet());
        Set<String> required = Set.of(CREATED_AT_INDEX);
        if (!configured.containsAll(required)) {
            throw new IllegalStateException(
                    "the map '"
                            + NAME
                            + "' is configured with the indexes "
                            + configured
                            + " and needs "
                            + required);
        }
    }

    /// Checks the indexes of the running map. Without them, every poll would silently be a full
    /// scan.
    ///
    /// @throws IllegalStateException when the running map lacks an index
    static void requireIndexes(IMap<String, OutboxEntry> map) {
        Map<String, ?> running = map.getLocalMapStats().getIndexStats();
        Set<String> required = Set.of(CREATED_AT_INDEX);
        if (!running.keySet().containsAll(required)) {
            throw new IllegalStateException(
                    "the running map '"
                            + map.getName()
                            + "' has the indexes "
                            + running.keySet()
                            + " and needs "
                            + required
                            + ": add OutboxMap.config() to the Hazelcast configuration before the member starts");
        }
    }
}
