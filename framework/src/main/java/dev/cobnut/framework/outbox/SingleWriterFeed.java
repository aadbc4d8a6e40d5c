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

/// The feed of a node whose journal nobody else writes.
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
/// So a start after a crash, a long outage of a sink and a failed write to the map are one case:
/// the journal is read from the last position that is known to be in the map. Positions only grow,
/// and an event enters the map either by `admit` or by `refill`, so the events of a stream enter in
/// the order of their versions.
///
/// Threads: `admit` by the journal's writer, `refill` by the sweeper, `left` by the pipeline.
final class SingleWriterFeed implements OutboxFeed {

    private enum Mode {
        DIRECT,
        JOURNAL
    }

    private final Journal journal;
    private final OutboxStore store;
    private final OutboxLimits limits;
    private final IntSupplier parked;
    private final Predicate<RecordedEvent> lost;
    private final OutboxObserver observer;
    private final AtomicInteger inMap = new AtomicInteger();
    private final Object lock = new Object();

    /// Used by the sweeper only.
    private long comparedThrough;

    private volatile @Nullable Runnable onRoom;

    /// Written under the lock.
    private volatile Mode mode = Mode.JOURNAL;

    /// Every event up to this position is, or was, in the map. Written by `admit` in mode DIRECT
    /// and by the sweeper in mode JOURNAL.
    private volatile long loadedThrough;

    /// @param parked number of parked entries in the map
    /// @param lost true for an event whose entry is not in the map
    public SingleWriterFeed(
            Journal journal,
            OutboxStore store,
            OutboxLimits limits,
            IntSupplier parked,
            Predicate<RecordedEvent> lost,
            OutboxObserver observer) {
        this.journal = journal;
        this.store = store;
        this.limits = limits;
        this.parked = parked;
        this.lost = lost;
        this.observer = observer;
    }

    @Override
    public void onRoom(Runnable wake) {
        onRoom = wake;
    }

    /// Nobody: only this node appends, and its copies have what it appended.
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
                if (event.position() > loadedThrough) {
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
        List<RecordedEvent> waiting = journal.readUnpublished(loadedThrough, room);
        if (waiting.size() < room) {
            return catchUp(room);
        }
        // Without the lock, which the journal's writer needs: in this mode nobody else adds.
        return add(pending(waiting)) ? waiting.size() : 0;
    }

    /// Reads the rest under the lock: what commits after this read finds the mode `DIRECT` in its
    /// `admit`.
    private int catchUp(int room) {
        synchronized (lock) {
            List<RecordedEvent> rest = journal.readUnpublished(loadedThrough, room);
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
        long through = loadedThrough;
        for (RecordedEvent event : compared(limit)) {
            if (event.position() <= through
                    && event.recordedAtMicros() < recordedBeforeMicros
                    && lost.test(event)) {
                missing.add(OutboxEntry.pending(event));
            }
        }
        if (missing.isEmpty()) {
            return 0;
        }
        // What was delivered meanwhile is recorded in the journal before it leaves the map.
        Set<Long> unpublished = new HashSet<>();
        long before = missing.getFirst().event().position() - 1;
        for (RecordedEvent event : journal.readUnpublished(before, limit)) {
            unpublished.add(event.position());
        }
        missing.removeIf(entry -> !unpublished.contains(entry.event().position()));
        store.add(missing); // they are counted in inMap already: nobody told that they were gone
        return missing.size();
    }

    /// The next unpublished events to compare with the map; from the beginning again after the last
    /// one.
    private List<RecordedEvent> compared(int limit) {
        List<RecordedEvent> events = journal.readUnpublished(comparedThrough, limit);
        comparedThrough = events.size() < limit ? 0 : events.getLast().position();
        return events;
    }

    /// Entries that may still be added. A parked entry stays for as long as nobody decides about
    /// it, and would otherwise take room from the streams that flow.
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

    /// Nothing to do: only this node appends, and what it could not put is in the mode `JOURNAL`.
    @Override
    public void lookThrough() {}

    /// A node that has nobody else to lose may take commands at once.
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

    /// Adds to the map; a failure leaves the events to the journal and to the next refill.
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
        loadedThrough = entries.getLast().event().position();
        return true;
    }
}
