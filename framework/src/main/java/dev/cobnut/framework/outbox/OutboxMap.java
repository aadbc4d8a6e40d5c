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

/// The map behind the outbox: its configuration, and the check that the running map has it.
public final class OutboxMap {

    private static final System.Logger LOG = System.getLogger(OutboxMap.class.getName());

    public static final String NAME = "outbox";
    static final String STATUS_INDEX = "outbox-status";
    static final String CREATED_AT_INDEX = "outbox-created-at";

    /// How long a member tries to create the map's indexes, and how long it waits in between.
    private static final Duration OPENING_MAX = Duration.ofSeconds(60);

    private static final Duration OPENING_PAUSE = Duration.ofMillis(100);

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

    /// The map of a member of a cluster. The first look at it creates its indexes on all members,
    /// which fails when one that is just starting does not confirm it in time. Whoever asks until
    /// Hazelcast has cleared that away fails at once; so it is tried again after a pause.
    ///
    /// @throws IndeterminateOperationStateException when it failed for a minute, or the thread was
    ///   interrupted
    public static IMap<String, OutboxEntry> open(HazelcastInstance hazelcast) {
        long end = System.nanoTime() + OPENING_MAX.toNanos();
        for (int failed = 0; ; failed++) {
            try {
                return hazelcast.getMap(NAME);
            } catch (IndeterminateOperationStateException e) {
                if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                if (failed == 0) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            "the outbox's indexes were not confirmed by all members; it is tried again");
                }
                LockSupport.parkNanos(OPENING_PAUSE.toNanos());
            }
        }
    }

    /// What crosses the network or is kept in the map.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new OutboxEntrySerializer())
                .addSerializer(new PutEntry.Serializer());
    }

    /// The same for a member, whose part of the map may be empty when it asks: then only the
    /// configuration tells.
    ///
    /// @throws IllegalStateException when the configuration lacks an index
    static void requireIndexes(Config config) {
        Set<String> configured =
                config.findMapConfig(NAME).getIndexConfigs().stream()
                        .map(IndexConfig::getName)
                        .collect(Collectors.toSet());
        Set<String> wanted = Set.of(STATUS_INDEX, CREATED_AT_INDEX);
        if (!configured.containsAll(wanted)) {
            throw new IllegalStateException(
                    "the map '"
                            + NAME
                            + "' is configured with the indexes "
                            + configured
                            + " and needs "
                            + wanted);
        }
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
