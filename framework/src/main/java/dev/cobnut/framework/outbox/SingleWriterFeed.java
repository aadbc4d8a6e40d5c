package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The feed of a node that writes its journal alone.
///
/// ```text
///            map has room, nothing waits in the journal
///   DIRECT ───────────────────────────────────────────── admit() puts every group into the map
///     │  ▲
///     │  └── refill() found the journal's end, under the same lock as admit()
///     ▼
///   JOURNAL ──────────────────────────────────────────── admit() puts nothing; refill() reads the journal in the order
///            the map is full, or a write to it failed,     of positions while the map has room
///            or the service has just started
/// ```
///
/// So a start after a crash, a long outage of the delivery and a failed write to the map are one
/// case: the journal is read from the last position that is known to be in the map. Positions only
/// grow, and an event enters the map either by `admit` or by `refill`. So the events of a stream
/// enter in the order of their versions.
///
/// Threads: the journal's writer calls `admit`, the sweeper calls `refill`, and the pipeline calls
/// `left`.
final class SingleWriterFeed implements OutboxFeed {

    private enum Mode {
        DIRECT,
        JOURNAL
    }

    private final Journal journal;
    private final OutboxStore store;
    private final OutboxLimits limits;
    private final IntSupplier parked;
    private final Predicate<RecordedEvent> isLost;
    private final OutboxObserver observer;
    private final AtomicInteger inMap = new AtomicInteger();
    private final Object lock = new Object();

    /// Position up to which the journal was compared with the map. Used by the sweeper only.
    private long comparedThroughPosition;

    private volatile @Nullable Runnable onRoom;

    /// Written under the lock.
    private volatile Mode mode = Mode.JOURNAL;

    /// Every event up to this position is or was in the map. Written by `admit` in mode `DIRECT`
    /// and by the sweeper in mode `JOURNAL`.
    private volatile long loadedThroughPosition;

    /// @param parked number of parked entries in the map
    /// @param isLost true for an event whose entry is not in the map
    public SingleWriterFeed(
            Journal journal,
            OutboxStore store,
            OutboxLimits limits,
            IntSupplier parked,
            Predicate<RecordedEvent> isLost,
            OutboxObserver observer) {
        this.journal = journal;
        this.store = store;
        this.limits = limits;
        this.parked = parked;
        this.isLost = isLost;
        this.observer = observer;
    }

    @Override
    public void onRoom(Runnable wake) {
        onRoom = wake;
    }

    /// Ignores the receiver: only this node appends, so its copies of the streams have every event.
    @Override
    public void onFound(Consumer<Collection<StreamId>> forget) {}

    @Override
    public boolean admit(List<RecordedEvent> committed) {
        synchronized (lock) {
            if (mode == Mode.JOURNAL || committed.isEmpty()) {
                return false;
            }
            if (committed.size() > room()) {
                mode = Mode.JOURNAL;
                observer.overflowed();
                return false;
            }
            List<OutboxEntry> entries = new ArrayList<>(committed.size());
            for (RecordedEvent event : committed) {
                if (event.position() > loadedThroughPosition) {
                    entries.add(OutboxEntry.pending(event));
                }
            }
            return add(entries);
        }
    }

    @Override
    public int refill() {
        if (mode == Mode.DIRECT) {
            return 0;
        }
        int room = Math.min(limits.refillMax(), room());
        if (room <= 0) {
            return 0;
        }
        List<RecordedEvent> waiting = journal.readUnpublished(loadedThroughPosition, room);
        if (waiting.size() < room) {
            return catchUp(room);
        }
        // The journal's writer needs the lock. Without it this is safe: in this mode only the
        // sweeper adds.
        return add(pending(waiting)) ? waiting.size() : 0;
    }

    /// Reads the rest under the lock. An event that is committed after this read finds the mode
    /// `DIRECT` in its `admit`.
    private int catchUp(int room) {
        synchronized (lock) {
            List<RecordedEvent> rest = journal.readUnpublished(loadedThroughPosition, room);
            if (!add(pending(rest))) {
                return 0;
            }
            if (rest.size() < room) {
                mode = Mode.DIRECT;
            }
            return rest.size();
        }
    }

    @Override
    public int restoreLost(long recordedBeforeMicros, int limit) {
        List<OutboxEntry> missing = new ArrayList<>();
        long through = loadedThroughPosition;
        for (RecordedEvent event : nextToCompare(limit)) {
            if (event.position() <= through
                    && event.recordedAtMicros() < recordedBeforeMicros
                    && isLost.test(event)) {
                missing.add(OutboxEntry.pending(event));
            }
        }
        if (missing.isEmpty()) {
            return 0;
        }
        // An event is recorded as published before its entry leaves the map, so a second read drops
        // the events that were delivered meanwhile.
        Set<Long> unpublished = new HashSet<>();
        long before = missing.getFirst().event().position() - 1;
        for (RecordedEvent event : journal.readUnpublished(before, limit)) {
            unpublished.add(event.position());
        }
        missing.removeIf(entry -> !unpublished.contains(entry.event().position()));
        store.add(missing); // still counted in inMap, because their loss was not counted
        return missing.size();
    }

    /// The next unpublished events to compare with the map. After the last one, it begins again at
    /// the first.
    private List<RecordedEvent> nextToCompare(int limit) {
        List<RecordedEvent> events = journal.readUnpublished(comparedThroughPosition, limit);
        comparedThroughPosition = events.size() < limit ? 0 : events.getLast().position();
        return events;
    }

    /// Number of entries that may still be added. Up to `parkedMax` parked entries take no room
    /// from the pending ones, because they stay until an operator retries them.
    private int room() {
        return limits.entriesMax() + Math.min(limits.parkedMax(), parked.getAsInt()) - inMap.get();
    }

    @Override
    public void left(int entries) {
        inMap.addAndGet(-entries);
        int room = room();
        int half = limits.entriesMax() / 2;
        Runnable wake = onRoom;
        if (wake != null && room > half && room - entries <= half) {
            wake.run();
        }
    }

    /// Does nothing: only this node appends, and after a failed write the mode `JOURNAL` already
    /// reads what is missing.
    @Override
    public void lookThrough() {}

    /// Always true: a single node has no partitions to take over.
    @Override
    public boolean isCaughtUp() {
        return true;
    }

    @Override
    public int inMap() {
        return inMap.get();
    }

    private static List<OutboxEntry> pending(List<RecordedEvent> events) {
        return events.stream().map(OutboxEntry::pending).toList();
    }

    /// Adds entries to the map. After a failure, the next refill reads the events from the journal.
    private boolean add(List<OutboxEntry> entries) {
        if (entries.isEmpty()) {
            return true;
        }
        try {
            store.add(entries);
        } catch (RuntimeException e) {
            synchronized (lock) {
                mode = Mode.JOURNAL;
            }
            System.getLogger(SingleWriterFeed.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the outbox map did not take "
                                    + entries.size()
                                    + " events; they wait in the journal",
                            e);
            return false;
        }
        inMap.addAndGet(entries.size());
        loadedThroughPosition = entries.getLast().event().position();
        return true;
    }
}
