package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.SharedJournal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The feed of a member of a cluster, where every member appends, and the owner of a stream's
/// partition delivers.
///
/// ## Two ways into the map
///
/// ```text
///  append, any member     admit()  ──────────────▶ map, at the stream's owner ──▶ owner woken
///  sweeper, the owner     refill() ◀── journal     map, what it lacks of the owner's streams
/// ```
///
/// `admit` waits for nobody: the events are durable, and a member that is being lost must not hold
/// up the commands of the others. What does not arrive (no room, the owner is lost, this member
/// dies in between) the owner finds in the journal. It looks through all that is unpublished when
/// it starts, when partitions have moved or members have gone ([#lookThrough]), when a member says
/// that an `admit` of its did not arrive, and a part of it periodically ([#restoreLost]).
///
/// ## No order
///
/// Entries of a stream may enter the map in any order, late, twice, or after they were delivered.
/// The delivery hands them out in the order of their versions all the same. So there is no mode and
/// no lock here.
final class SharedFeed implements OutboxFeed {

    /// Most entries that this member has on their way into the map.
    static final int FLYING_MAX = 4_096;

    /// How old the count of this member's entries may be.
    private static final long COUNT_NANOS_MAX = Duration.ofMillis(250).toNanos();

    /// Shortest time between two of those messages.
    private static final long MISSED_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Logger LOG = System.getLogger(SharedFeed.class.getName());

    private final SharedJournal journal;
    private final OwnedEntries entries;
    private final int entriesMax;
    private final int refillMax;
    private final Wake wake;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;

    private final AtomicInteger flying = new AtomicInteger();

    /// Admitted since the entries were counted.
    private final AtomicInteger uncounted = new AtomicInteger();

    private final AtomicLong missedAtNanos = new AtomicLong();
    private volatile int counted;
    private volatile long countedAtNanos;
    private volatile @Nullable Runnable onRoom;
    private volatile Consumer<Collection<StreamId>> found = _ -> {};

    /// Whether something may wait in the journal that is not in the map.
    private volatile boolean behind = true;

    /// Whether the sweeper stopped because there was no room.
    private volatile boolean starved;

    private volatile boolean caughtUp;

    // The sweeper's.
    private boolean passing;
    private long passedThrough;
    private long comparedThrough;

    /// @param limits of one member; pending and parked entries share their room, which is checked
    ///   against a count that is up to 250 ms old
    SharedFeed(
            SharedJournal journal,
            OwnedEntries entries,
            OutboxLimits limits,
            Wake wake,
            OutboxObserver observer,
            LongSupplier nanoTime) {
        this.journal = journal;
        this.entries = entries;
        this.entriesMax = limits.entriesMax() + limits.parkedMax();
        this.refillMax = limits.refillMax();
        this.wake = wake;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.countedAtNanos = nanoTime.getAsLong() - COUNT_NANOS_MAX;
        this.missedAtNanos.set(nanoTime.getAsLong() - MISSED_NANOS);
        wake.onMissed(this::lookThroughNow);
    }

    @Override
    public void onRoom(Runnable wake) {
        onRoom = wake;
    }

    @Override
    public void onFound(Consumer<Collection<StreamId>> forget) {
        found = forget;
    }

    /// @return false: the owners are told when the entries have arrived
    @Override
    public boolean admit(List<RecordedEvent> committed) {
        int events = committed.size();
        if (events == 0) {
            return false;
        }
        if (flying.get() + events > FLYING_MAX || room() < events) {
            if (!behind) {
                observer.overflowed();
            }
            tellMissed();
            return false;
        }
        flying.addAndGet(events);
        uncounted.addAndGet(events);
        CompletionStage<?> put;
        try {
            put = entries.put(committed.stream().map(OutboxEntry::pending).toList());
        } catch (RuntimeException e) {
            flying.addAndGet(-events);
            missed(events, e);
            return false;
        }
        var _ = put.whenCompleteAsync((_, failure) -> arrived(committed, failure), Runnable::run);
        return false;
    }

    private void arrived(List<RecordedEvent> events, @Nullable Throwable failure) {
        flying.addAndGet(-events.size());
        if (failure == null) {
            tell(events);
        } else {
            missed(events.size(), failure);
        }
    }

    private void missed(int events, Throwable failure) {
        tellMissed();
        LOG.log(
                Level.DEBUG,
                "the outbox map did not take "
                        + events
                        + " events; their owners find them in the journal",
                failure);
    }

    private void tellMissed() {
        behind = true;
        long before = missedAtNanos.get();
        long now = nanoTime.getAsLong();
        if (now - before >= MISSED_NANOS && missedAtNanos.compareAndSet(before, now)) {
            wake.missed();
        }
    }

    private void lookThroughNow() {
        behind = true;
        Runnable sweeper = onRoom;
        if (sweeper != null) {
            sweeper.run();
        }
    }

    private void tell(List<RecordedEvent> events) {
        long first = Long.MAX_VALUE;
        for (RecordedEvent event : events) {
            first = Math.min(first, event.recordedAtMicros());
        }
        wake.added(first);
    }

    @Override
    public void lookThrough() {
        behind = true;
    }

    @Override
    public boolean isCaughtUp() {
        return caughtUp;
    }

    @Override
    public int refill() {
        if (!passing) {
            if (!behind) {
                return 0;
            }
            // Before the first read: what is missed from now on asks for a pass of its own.
            behind = false;
            passing = true;
            passedThrough = 0;
        }
        int room = room();
        if (room <= 0) {
            starved = true;
            caughtUp = true;
            return 0;
        }
        List<RecordedEvent> waiting = journal.readUnpublished(passedThrough, refillMax);
        List<RecordedEvent> missing = missing(waiting, Long.MAX_VALUE);
        boolean all = missing.size() <= room;
        List<RecordedEvent> brought = all ? missing : missing.subList(0, room);
        bring(brought);
        if (all && waiting.size() < refillMax) {
            passing = false;
            caughtUp = true;
            return brought.size();
        }
        passedThrough = (all ? waiting : brought).getLast().position();
        return Math.max(1, brought.size());
    }

    @Override
    public int restoreLost(long recordedBeforeMicros, int limit) {
        int room = room();
        if (room <= 0) {
            return 0;
        }
        List<RecordedEvent> looked = journal.readUnpublished(comparedThrough, limit);
        comparedThrough = looked.size() < limit ? 0 : looked.getLast().position();
        List<RecordedEvent> missing = missing(looked, recordedBeforeMicros);
        List<RecordedEvent> brought = missing.subList(0, Math.min(room, missing.size()));
        bring(brought);
        return brought.size();
    }

    /// Of these events those that this member has to deliver and its part of the map lacks. One
    /// that is delivered meanwhile may be among them: the gate drops it.
    private List<RecordedEvent> missing(List<RecordedEvent> events, long recordedBeforeMicros) {
        List<RecordedEvent> mine = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = 0;
        for (RecordedEvent event : events) {
            if (event.recordedAtMicros() < recordedBeforeMicros
                    && entries.isOwned(event.stream())) {
                mine.add(event);
                first = Math.min(first, event.recordedAtMicros());
                last = Math.max(last, event.recordedAtMicros());
            }
        }
        if (!mine.isEmpty()) {
            Set<String> there = entries.keysBetween(first, last);
            mine.removeIf(event -> there.contains(OutboxEntry.pending(event).key()));
        }
        return mine;
    }

    private void bring(List<RecordedEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        found.accept(events.stream().map(RecordedEvent::stream).distinct().toList());
        uncounted.addAndGet(events.size());
        entries.put(events.stream().map(OutboxEntry::pending).toList())
                .toCompletableFuture()
                .join();
        tell(events);
    }

    /// Entries that may still be added here, by the last count and what was added since.
    private int room() {
        long now = nanoTime.getAsLong();
        if (now - countedAtNanos >= COUNT_NANOS_MAX) {
            countedAtNanos = now;
            uncounted.set(0);
            counted = entries.owned();
        }
        return entriesMax - counted - uncounted.get();
    }

    @Override
    public void left(int delivered) {
        Runnable sweeper = onRoom;
        if (starved && sweeper != null && room() > entriesMax / 2) {
            starved = false;
            sweeper.run();
        }
    }

    @Override
    public int inMap() {
        room();
        return counted;
    }
}
