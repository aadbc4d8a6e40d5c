package dev.cobnut.framework.autoconfigure;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/// Keeps the caches of this member, the copies of streams and the views, within their shares of the
/// heap. A map has a limit of entries, too, but entries may be a thousand times larger than usual.
///
/// A thread looks at the maps a few times per second. It evicts entries, taken at random, of a map
/// that takes more than its share. They are read or folded again when they are needed. Hazelcast's
/// own limits by memory visit every partition on each write.
final class MapMemory implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(MapMemory.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    /// A map that took more than its share is brought down to this part of it.
    private static final double KEPT = 0.75;

    private final HazelcastInstance hazelcast;
    private final Map<String, Long> bytesMax;
    private final Thread thread;
    private volatile boolean closed;

    /// @param bytesMax names of the maps, each with the most bytes of its entries on this member
    MapMemory(HazelcastInstance hazelcast, Map<String, Long> bytesMax) {
        this.hazelcast = hazelcast;
        this.bytesMax = Map.copyOf(bytesMax);
        this.thread = Thread.ofPlatform().daemon().name("cobnut-map-memory").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(PAUSE.toNanos());
            try {
                turn();
            } catch (RuntimeException e) {
                if (!closed) {
                    LOG.log(Level.DEBUG, "a map cannot be made smaller now; tried again", e);
                }
            }
        }
    }

    /// Looks at each map once.
    void turn() {
        bytesMax.forEach((name, max) -> {
            if (!closed) {
                bound(hazelcast.getMap(name), max);
            }
        });
    }

    private static void bound(IMap<Object, ?> map, long max) {
        LocalMapStats stats = map.getLocalMapStats();
        long bytes = stats.getOwnedEntryMemoryCost() + stats.getBackupEntryMemoryCost();
        if (bytes <= max) {
            return;
        }
        List<Object> keys = new ArrayList<>(map.localKeySet());
        Collections.shuffle(keys);
        int evicted = (int) Math.ceil(keys.size() * (1 - KEPT * max / bytes));
        keys.subList(0, Math.min(evicted, keys.size())).forEach(map::evict);
    }

    /// Ends the thread. To be called before the Hazelcast member is shut down.
    @Override
    public void close() {
        closed = true;
        if (thread.isAlive()) {
            LockSupport.unpark(thread);
            try {
                boolean _ = thread.join(CLOSE_MAX);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
