package dev.cobnut.framework.autoconfigure;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.LocalMapStats;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Gauges of the embedded member and its delivery job, computed when they are read. Hazelcast's own
/// metrics stay off, because Hazelcast collects them all the time.
final class MemberMetrics {

    private static final String MAP = "map";
    private static final String COPY = "copy";

    private MemberMetrics() {}

    static void register(
            Metrics metrics, HazelcastInstance hazelcast, Views views, DeliveryRuntime delivery) {
        metrics.gauge(Meter.HAZELCAST_PARTITIONS_OWNED, () -> owned(hazelcast));
        metrics.gauge(Meter.JET_JOB_RUNNING, () -> delivery.isRunning() ? 1 : 0);
        for (String map : maps(views)) {
            Sizes sizes = new Sizes(hazelcast, map, System::nanoTime);
            sizes(
                    metrics,
                    Meter.HAZELCAST_MAP_ENTRIES,
                    map,
                    "owned",
                    () -> sizes.now().getOwnedEntryCount());
            sizes(
                    metrics,
                    Meter.HAZELCAST_MAP_ENTRIES,
                    map,
                    "backup",
                    () -> sizes.now().getBackupEntryCount());
            sizes(
                    metrics,
                    Meter.HAZELCAST_MAP_BYTES,
                    map,
                    "owned",
                    () -> sizes.now().getOwnedEntryMemoryCost());
            sizes(
                    metrics,
                    Meter.HAZELCAST_MAP_BYTES,
                    map,
                    "backup",
                    () -> sizes.now().getBackupEntryMemoryCost());
        }
    }

    private static void sizes(
            Metrics metrics, Meter meter, String map, String copy, LongSupplier value) {
        metrics.gauge(meter, value::getAsLong, MAP, map, COPY, copy);
    }

    private static List<String> maps(Views views) {
        List<String> maps = new ArrayList<>(List.of(OutboxMap.NAME, EventStore.MAP_NAME));
        for (View<?> view : views.all()) {
            maps.add(View.mapName(view.projection()));
        }
        return maps;
    }

    private static long owned(HazelcastInstance hazelcast) {
        Member self = hazelcast.getCluster().getLocalMember();
        return hazelcast.getPartitionService().getPartitions().stream()
                .filter(partition -> self.equals(partition.getOwner()))
                .count();
    }

    /// The sizes of one map on this member. Their computation visits every partition, so the gauges
    /// of one scrape share one result.
    private static final class Sizes {

        private static final long AGE_NANOS_MAX = Duration.ofMillis(500).toNanos();

        private final HazelcastInstance hazelcast;
        private final String map;
        private final LongSupplier nanoTime;
        private @Nullable LocalMapStats last;
        private long readAt;

        Sizes(HazelcastInstance hazelcast, String map, LongSupplier nanoTime) {
            this.hazelcast = hazelcast;
            this.map = map;
            this.nanoTime = nanoTime;
        }

        synchronized LocalMapStats now() {
            long now = nanoTime.getAsLong();
            LocalMapStats stats = last;
            if (stats == null || now - readAt > AGE_NANOS_MAX) {
                stats = hazelcast.getMap(map).getLocalMapStats();
                last = stats;
                readAt = now;
            }
            return stats;
        }
    }
}
