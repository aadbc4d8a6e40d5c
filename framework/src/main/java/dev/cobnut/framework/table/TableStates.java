package dev.cobnut.framework.table;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.journal.Journal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What all members know of one version of one table. Thread-safe.
final class TableStates {

    /// How often a member looks how far a table is that another member runs.
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final String LIVE = "/live";
    private static final String BUILD = "/build";
    private static final String PARKED = "/parked";
    private static final String REBUILD = "/rebuild";

    private final HazelcastInstance hazelcast;
    private final IMap<String, Object> map;
    private final LongSupplier lastPosition;
    private final String live;
    private final String build;
    private final String parked;
    private final String rebuild;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong advances = new AtomicLong();
    private final Condition advanced = lock.newCondition();

    TableStates(HazelcastInstance hazelcast, Journal journal, String table, int version) {
        this.hazelcast = hazelcast;
        this.map = hazelcast.getMap(TableMaps.STATES);
        this.lastPosition = journal::lastPosition;
        String key = table + "." + version;
        this.live = key + LIVE;
        this.build = key + BUILD;
        this.parked = key + PARKED;
        this.rebuild = key + REBUILD;
    }

    HazelcastInstance hazelcast() {
        return hazelcast;
    }

    long lastPosition() {
        return lastPosition.getAsLong();
    }

    /// @return the build that is read; null while there is none
    @Nullable TableState live() {
        return map.get(live) instanceof TableState state ? state : null;
    }

    /// @return the build that is not read yet; null while there is none
    @Nullable TableState building() {
        return map.get(build) instanceof TableState state ? state : null;
    }

    void putLive(TableState state) {
        map.set(live, state);
        lock.lock();
        try {
            long _ = advances.incrementAndGet();
            advanced.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Reads are refused until a build is complete.
    void removeLive() {
        map.delete(live);
    }

    void putBuilding(TableState state) {
        map.set(build, state);
    }

    void removeBuilding() {
        map.delete(build);
    }

    List<ParkedByTable> parked(long ofBuild) {
        return map.get(parked) instanceof ParkedEvents events && events.build() == ofBuild
                ? events.streams().stream().map(ParkedByTable::parse).toList()
                : List.of();
    }

    void putParked(long ofBuild, List<ParkedByTable> streams) {
        map.set(
                parked,
                new ParkedEvents(ofBuild, streams.stream().map(ParkedByTable::line).toList()));
    }

    /// Forgets another version of the table.
    void forget(String table, int version) {
        String key = table + "." + version;
        for (String of : List.of(LIVE, BUILD, PARKED, REBUILD)) {
            map.delete(key + of);
        }
    }

    void wantRebuild() {
        map.set(rebuild, true);
    }

    boolean isRebuildWanted() {
        return map.containsKey(rebuild);
    }

    void rebuildBegins() {
        map.delete(rebuild);
    }

    /// @return false when the time is over before, or the thread is interrupted
    boolean await(long position, long deadlineNanos) {
        while (true) {
            long seen = advances.get();
            TableState state = live();
            if (state != null && state.position() >= position) {
                return true;
            }
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0 || !awaitAdvance(seen, Math.min(left, LOOK_NANOS))) {
                return false;
            }
        }
    }

    /// Waits until this member has advanced the table again, or the time is over.
    ///
    /// @return false when the thread is interrupted
    private boolean awaitAdvance(long seen, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (advances.get() == seen && left > 0) {
                left = advanced.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
