package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.DeliverablePage;
import dev.cobnut.framework.journal.Journal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The feed of a node that writes its journal alone.
///
/// ```text
///            map has room, nothing waits in the journal
///   DIRECT ───────────────────────────────────────────── admit() puts every group into the map
///     │  ▲
///     │  └── refill() read to the journal's end, and has what was committed since the read began
///     ▼
///   JOURNAL ──────────────────────────────────────────── admit() puts nothing; refill() reads the journal in the order
///            the map is full, or a write to it failed,     of positions while the map has room
///            the service has just started, or a
///            parked stream was retried
/// ```
///
/// Events of parked streams are not in the map. When such a stream is retried, the journal is read
/// from the beginning again, and what the map has already is left out.
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
    private final Predicate<RecordedEvent> isLost;
    private final Consumer<List<OutboxEntry>> handOver;
    private final LongConsumer addedBehind;
    private final OutboxObserver observer;
    private final AtomicInteger inMap = new AtomicInteger();
    private final OutboxBytes bytes;
    private final Object lock = new Object();

    /// Position up to which the journal was compared with the map. Used by the sweeper only.
    private long comparedThroughPosition;

    /// Events up to this position may be in the map already. Used by the sweeper only.
    private long mayBeInMapThrough;

    /// Number of streams that are being unparked. Their events may be deliverable already.
    private final AtomicInteger unparkings = new AtomicInteger();

    /// True when the next refill reads from the beginning.
    private volatile boolean fromTheBeginning;

    private volatile @Nullable Runnable onRoom;

    /// True when an overflow or the end of a refill was due to the bytes of the entries.
    private volatile boolean stoppedForBytes;

    /// Written under the lock.
    private volatile Mode mode = Mode.JOURNAL;

    /// Events that were committed since the sweeper began its read of the journal; null when they
    /// are not kept. Guarded by the lock.
    private @Nullable List<RecordedEvent> late;

    /// Every event up to this position is or was in the map. Written by `admit` in mode `DIRECT`
    /// and by the sweeper in mode `JOURNAL`.
    private volatile long loadedThroughPosition;

    /// @param isLost true for an event whose entry is not in the map
    /// @param handOver receives entries that were added, in the order of their `createdAt`
    /// @param addedBehind receives the smallest `createdAt` of added entries, in µs, when the
    ///   publisher may have polled beyond them
    public SingleWriterFeed(
            Journal journal,
            OutboxStore store,
            OutboxLimits limits,
            Predicate<RecordedEvent> isLost,
            Consumer<List<OutboxEntry>> handOver,
            LongConsumer addedBehind,
            OutboxObserver observer) {
        this.journal = journal;
        this.store = store;
        this.limits = limits;
        this.isLost = isLost;
        this.handOver = handOver;
        this.addedBehind = addedBehind;
        this.observer = observer;
        this.bytes = new OutboxBytes(store::bytes, System::nanoTime);
    }

    @Override
    public void onRoom(Runnable wake) {
        onRoom = wake;
    }

    /// Ignores the receiver: only this node appends, so its copies of the streams have every event.
    @Override
    public void onFound(Consumer<Collection<StreamId>> forget) {}

    @Override
    public void admit(List<RecordedEvent> committed) {
        synchronized (lock) {
            if (mode == Mode.JOURNAL || committed.isEmpty()) {
                keepForCatchUp(committed);
                return;
            }
            boolean tooManyBytes = EventPage.bytes(committed) > bytesLeft();
            if (tooManyBytes || committed.size() > room()) {
                mode = Mode.JOURNAL;
                observer.overflowed();
                if (tooManyBytes) {
                    stopForBytes();
                }
                return;
            }
            List<OutboxEntry> entries = notLoaded(committed);
            if (add(entries)) {
                handOver(entries);
            }
        }
    }

    private void handOver(List<OutboxEntry> added) {
        if (!added.isEmpty()) {
            handOver.accept(added);
        }
    }

    /// The entries that leave wake the sweeper. When all have left meanwhile, it is woken now.
    private void stopForBytes() {
        stoppedForBytes = true;
        if (inMap.get() <= 0) {
            wakeSweeper();
        }
    }

    private void wakeSweeper() {
        Runnable wake = onRoom;
        if (wake != null) {
            stoppedForBytes = false;
            wake.run();
        }
    }

    /// With too many of them, the sweeper reads the journal once more.
    private void keepForCatchUp(List<RecordedEvent> committed) {
        List<RecordedEvent> kept = late;
        if (kept != null) {
            if (kept.size() + committed.size() > limits.refillMax()) {
                late = null;
            } else {
                kept.addAll(committed);
            }
        }
    }

    private List<OutboxEntry> notLoaded(List<RecordedEvent> events) {
        List<OutboxEntry> entries = new ArrayList<>(events.size());
        for (RecordedEvent event : events) {
            if (event.position() > loadedThroughPosition) {
                entries.add(OutboxEntry.pending(event));
            }
        }
        return entries;
    }

    @Override
    public void unparking() {
        int _ = unparkings.incrementAndGet();
    }

    @Override
    public void unparked(boolean mayHaveEvents) {
        if (mayHaveEvents) {
            fromTheBeginning = true;
        }
        int _ = unparkings.decrementAndGet();
    }

    private void beginAgain() {
        fromTheBeginning = false;
        synchronized (lock) {
            mayBeInMapThrough = Math.max(mayBeInMapThrough, loadedThroughPosition);
            mode = Mode.JOURNAL;
            loadedThroughPosition = 0;
        }
    }

    @Override
    public int refill() {
        if (fromTheBeginning) {
            beginAgain();
        }
        if (mode == Mode.DIRECT) {
            return 0;
        }
        int room = Math.min(limits.refillMax(), room());
        if (room <= 0) {
            return 0;
        }
        // An empty map takes a page of any size; the bytes may have been measured before it was.
        if (inMap.get() > 0 && bytesLeft() < EventPage.BYTES_MAX) {
            stopForBytes();
            return 0;
        }
        synchronized (lock) {
            late = new ArrayList<>();
        }
        // Without the lock, which the journal's writer needs: in this mode only the sweeper adds.
        DeliverablePage waiting = journal.readDeliverable(loadedThroughPosition, room);
        if (!load(waiting)) {
            return 0;
        }
        int loaded = waiting.events().size();
        return waiting.isLast() ? catchUp(loaded) : Math.max(1, loaded);
    }

    /// The journal's end was read. Adds what was committed since the read began, and an event that
    /// is committed from now on finds the mode `DIRECT` in its `admit`.
    ///
    /// @param loaded number of events that were read and added
    /// @return number of events that were added in all; at least 1 when there are more
    private int catchUp(int loaded) {
        synchronized (lock) {
            List<RecordedEvent> since = late;
            late = null;
            if (since == null
                    || since.size() > room()
                    || EventPage.bytes(since) > Math.max(0, bytesLeft())) {
                return Math.max(1, loaded);
            }
            List<OutboxEntry> entries = notLoaded(since);
            if (!add(entries)) {
                return loaded;
            }
            handOver(entries);
            mode = Mode.DIRECT;
            return loaded + entries.size();
        }
    }

    /// Adds events that were read from the journal, without those that the map has already.
    private boolean load(DeliverablePage page) {
        List<RecordedEvent> events = page.events();
        List<OutboxEntry> behind = new ArrayList<>();
        List<OutboxEntry> entries = new ArrayList<>(events.size());
        for (RecordedEvent event : events) {
            if (event.position() > mayBeInMapThrough) {
                entries.add(OutboxEntry.pending(event));
            } else if (isLost.test(event)) {
                behind.add(OutboxEntry.pending(event));
            }
        }
        removePublished(behind, events.size());
        List<OutboxEntry> all = new ArrayList<>(behind);
        all.addAll(entries);
        if (!add(all)) {
            return false;
        }
        loadedThroughPosition = page.throughPosition();
        if (!behind.isEmpty()) {
            addedBehind.accept(behind.getFirst().createdAt());
        }
        handOver(entries);
        return true;
    }

    @Override
    public int restoreLost(long throughPosition, int limit) {
        List<OutboxEntry> missing = new ArrayList<>();
        long through = Math.min(throughPosition, loadedThroughPosition);
        for (RecordedEvent event : nextToCompare(limit)) {
            if (event.position() <= through && isLost.test(event)) {
                missing.add(OutboxEntry.pending(event));
            }
        }
        removePublished(missing, limit);
        if (missing.isEmpty()) {
            return 0;
        }
        if (unparkings.get() > 0 || fromTheBeginning) {
            return 0; // what is missing may have been parked; the refill adds and counts it
        }
        store.add(missing); // still counted in inMap, because their loss was not counted
        addedBehind.accept(missing.getFirst().createdAt());
        return missing.size();
    }

    /// Removes events that were published since they were read. An event is recorded as published
    /// before its entry leaves the map, so without this an event that is delivered meanwhile would
    /// look lost.
    ///
    /// @param missing among `read` events that followed each other in the journal
    private void removePublished(List<OutboxEntry> missing, int read) {
        if (missing.isEmpty()) {
            return;
        }
        Set<Long> unpublished = new HashSet<>();
        long before = missing.getFirst().event().position() - 1;
        for (RecordedEvent event : journal.readDeliverable(before, read).events()) {
            unpublished.add(event.position());
        }
        missing.removeIf(entry -> !unpublished.contains(entry.event().position()));
    }

    /// The next unpublished events to compare with the map. After the last one, it begins again at
    /// the first.
    private List<RecordedEvent> nextToCompare(int limit) {
        DeliverablePage page = journal.readDeliverable(comparedThroughPosition, limit);
        comparedThroughPosition = page.isLast() ? 0 : page.throughPosition();
        return page.events();
    }

    /// Number of entries that may still be added.
    private int room() {
        return limits.entriesMax() - inMap.get();
    }

    /// Bytes of the heap that further entries may take.
    private long bytesLeft() {
        return limits.bytesMax() - bytes.now();
    }

    @Override
    public void left(int entries) {
        inMap.addAndGet(-entries);
        int room = room();
        int half = limits.entriesMax() / 2;
        boolean roomAgain = room > half && room - entries <= half;
        boolean bytesAgain =
                stoppedForBytes && (inMap.get() <= 0 || bytesLeft() > limits.bytesMax() / 2);
        if (roomAgain || bytesAgain) {
            wakeSweeper();
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
        bytes.added(entries);
        loadedThroughPosition = entries.getLast().event().position();
        return true;
    }
}
