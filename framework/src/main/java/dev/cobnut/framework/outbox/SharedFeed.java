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

/// The feed of a member of a cluster. Every member appends, and the owner of a stream's partition
/// delivers.
///
/// ## Two ways into the map
///
/// ```text
///  append, any member     admit()  ──────────────▶ map, at the stream's owner ──▶ owner woken
///  sweeper, the owner     refill() ◀── journal     map, missing entries of the owner's streams
/// ```
///
/// `admit` does not wait for the owner. The events are durable, and a member that is being lost
/// must not delay the commands of the others. An event may fail to arrive because there is no room,
/// because the owner is lost, or because this member dies in between. The owner then finds it in
/// the journal.
///
/// The owner looks through all unpublished events when it starts, when partitions have moved, when
/// a member has gone ([#lookThrough]), and when another member reports an `admit` that did not
/// arrive. It also compares a part of them periodically ([#restoreLost]).
///
/// ## No order
///
/// Entries of a stream may enter the map in any order, late, twice, or after they were delivered.
/// The version gate of the delivery puts them in the order of their versions. So this feed needs no
/// mode and no lock.
final class SharedFeed implements OutboxFeed {

    /// Most entries that this member has sent to their owners and that are not confirmed yet.
    static final int IN_FLIGHT_MAX = 4_096;

    /// Greatest age of the count of this member's entries.
    private static final long COUNT_AGE_NANOS_MAX = Duration.ofMillis(250).toNanos();

    /// Shortest time between two calls of [Wake#missed].
    private static final long MISSED_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Logger LOG = System.getLogger(SharedFeed.class.getName());

    private final SharedJournal journal;
    private final OwnedEntries entries;
    private final int entriesMax;
    private final int refillMax;
    private final Wake wake;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;

    private final AtomicInteger inFlight = new AtomicInteger();

    /// Entries that were sent since the map's entries were counted.
    private final AtomicInteger addedSinceCount = new AtomicInteger();

    private final AtomicLong missedToldAtNanos = new AtomicLong();
    private volatile int countedEntries;
    private volatile long countedAtNanos;
    private volatile @Nullable Runnable onRoom;
    private volatile Consumer<Collection<StreamId>> forgetCopies = _ -> {};

    /// True when events may wait in the journal that the map lacks.
    private volatile boolean lookThroughNeeded = true;

    /// True when a refill stopped because there was no room.
    private volatile boolean stoppedForRoom;

    private volatile boolean caughtUp;

    // Used by the sweeper only.
    private boolean lookingThrough;
    private long lookedThroughPosition;
    private long comparedThroughPosition;

    /// @param limits limits of one member. Pending and parked entries share the room, which is
    ///   computed from a count that is up to 250 ms old
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
        this.countedAtNanos = nanoTime.getAsLong() - COUNT_AGE_NANOS_MAX;
        this.missedToldAtNanos.set(nanoTime.getAsLong() - MISSED_PAUSE_NANOS);
        wake.onMissed(this::lookThroughAndWake);
    }

    @Override
    public void onRoom(Runnable wake) {
        onRoom = wake;
    }

    @Override
    public void onFound(Consumer<Collection<StreamId>> forget) {
        forgetCopies = forget;
    }

    /// @return always false: the owners are woken when the entries have arrived
    @Override
    public boolean admit(List<RecordedEvent> committed) {
        int events = committed.size();
        if (events == 0) {
            return false;
        }
        if (inFlight.get() + events > IN_FLIGHT_MAX || room() < events) {
            if (!lookThroughNeeded) {
                observer.overflowed();
            }
            announceMissed();
            return false;
        }
        inFlight.addAndGet(events);
        addedSinceCount.addAndGet(events);
        CompletionStage<?> put;
        try {
            put = entries.put(committed.stream().map(OutboxEntry::pending).toList());
        } catch (RuntimeException e) {
            inFlight.addAndGet(-events);
            missed(events, e);
            return false;
        }
        var _ = put.whenCompleteAsync((_, failure) -> arrived(committed, failure), Runnable::run);
        return false;
    }

    private void arrived(List<RecordedEvent> events, @Nullable Throwable failure) {
        inFlight.addAndGet(-events.size());
        if (failure == null) {
            announceAdded(events);
        } else {
            missed(events.size(), failure);
        }
    }

    private void missed(int events, Throwable failure) {
        announceMissed();
        LOG.log(
                Level.DEBUG,
                "the outbox map did not take "
                        + events
                        + " events; their owners find them in the journal",
                failure);
    }

    private void announceMissed() {
        lookThroughNeeded = true;
        long before = missedToldAtNanos.get();
        long now = nanoTime.getAsLong();
        if (now - before >= MISSED_PAUSE_NANOS && missedToldAtNanos.compareAndSet(before, now)) {
            wake.missed();
        }
    }

    private void lookThroughAndWake() {
        lookThroughNeeded = true;
        Runnable wakeSweeper = onRoom;
        if (wakeSweeper != null) {
            wakeSweeper.run();
        }
    }

    private void announceAdded(List<RecordedEvent> events) {
        long first = Long.MAX_VALUE;
        for (RecordedEvent event : events) {
            first = Math.min(first, event.recordedAtMicros());
        }
        wake.added(first);
    }

    @Override
    public void lookThrough() {
        lookThroughNeeded = true;
    }

    @Override
    public boolean isCaughtUp() {
        return caughtUp;
    }

    @Override
    public int refill() {
        if (!lookingThrough) {
            if (!lookThroughNeeded) {
                return 0;
            }
            // Reset before the first read, so that an event that is missed from now on starts
            // another pass.
            lookThroughNeeded = false;
            lookingThrough = true;
            lookedThroughPosition = 0;
        }
        int room = room();
        if (room <= 0) {
            stoppedForRoom = true;
            caughtUp = true;
            return 0;
        }
        List<RecordedEvent> waiting = journal.readUnpublished(lookedThroughPosition, refillMax);
        List<RecordedEvent> missing = missing(waiting, Long.MAX_VALUE);
        boolean allFit = missing.size() <= room;
        List<RecordedEvent> fitting = allFit ? missing : missing.subList(0, room);
        putIntoMap(fitting);
        if (allFit && waiting.size() < refillMax) {
            lookingThrough = false;
            caughtUp = true;
            return fitting.size();
        }
        lookedThroughPosition = (allFit ? waiting : fitting).getLast().position();
        return Math.max(1, fitting.size());
    }

    @Override
    public int restoreLost(long recordedBeforeMicros, int limit) {
        int room = room();
        if (room <= 0) {
            return 0;
        }
        List<RecordedEvent> compared = journal.readUnpublished(comparedThroughPosition, limit);
        comparedThroughPosition = compared.size() < limit ? 0 : compared.getLast().position();
        List<RecordedEvent> missing = missing(compared, recordedBeforeMicros);
        List<RecordedEvent> fitting = missing.subList(0, Math.min(room, missing.size()));
        putIntoMap(fitting);
        return fitting.size();
    }

    /// Selects the events that this member has to deliver and that its part of the map lacks. An
    /// event that is delivered meanwhile may be among them; the version gate drops it.
    private List<RecordedEvent> missing(List<RecordedEvent> events, long recordedBeforeMicros) {
        List<RecordedEvent> owned = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = 0;
        for (RecordedEvent event : events) {
            if (event.recordedAtMicros() < recordedBeforeMicros
                    && entries.isOwned(event.stream())) {
                owned.add(event);
                first = Math.min(first, event.recordedAtMicros());
                last = Math.max(last, event.recordedAtMicros());
            }
        }
        if (!owned.isEmpty()) {
            Set<String> keysInMap = entries.keysBetween(first, last);
            owned.removeIf(event -> keysInMap.contains(OutboxEntry.pending(event).key()));
        }
        return owned;
    }

    private void putIntoMap(List<RecordedEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        forgetCopies.accept(events.stream().map(RecordedEvent::stream).distinct().toList());
        addedSinceCount.addAndGet(events.size());
        entries.put(events.stream().map(OutboxEntry::pending).toList())
                .toCompletableFuture()
                .join();
        announceAdded(events);
    }

    /// Number of entries that may still be added: the limit less the last count and less the
    /// entries sent since.
    private int room() {
        long now = nanoTime.getAsLong();
        if (now - countedAtNanos >= COUNT_AGE_NANOS_MAX) {
            countedAtNanos = now;
            addedSinceCount.set(0);
            countedEntries = entries.owned();
        }
        return entriesMax - countedEntries - addedSinceCount.get();
    }

    @Override
    public void left(int delivered) {
        Runnable wakeSweeper = onRoom;
        if (stoppedForRoom && wakeSweeper != null && room() > entriesMax / 2) {
            stoppedForRoom = false;
            wakeSweeper.run();
        }
    }

    @Override
    public int inMap() {
        room();
        return countedEntries;
    }
}
