package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.DeliverablePage;
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
/// must not delay the commands of the others. An event may fail to arrive because the owner has no
/// room ([OutboxRoom]), because it is lost, or because this member dies in between. The owner then
/// finds it in the journal.
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

    /// Shortest time between two calls of [Wake#missed].
    private static final long MISSED_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Logger LOG = System.getLogger(SharedFeed.class.getName());

    private final SharedJournal journal;
    private final OwnedEntries entries;
    private final OutboxRoom room;
    private final int refillMax;
    private final Wake wake;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;

    private final AtomicInteger inFlight = new AtomicInteger();

    private final AtomicLong missedToldAtNanos = new AtomicLong();
    private volatile @Nullable Runnable onRoom;
    private volatile Consumer<Collection<StreamId>> forgetCopies = _ -> {};

    /// True when events may wait in the journal that the map lacks.
    private volatile boolean lookThroughNeeded = true;

    /// True when this member's part of the map had no room for an entry.
    private volatile boolean stoppedForRoom;

    /// Number of times that partitions may have moved.
    private final AtomicInteger moves = new AtomicInteger();

    /// The moves of which a look through the journal knew that has ended; -1 before the first one.
    private volatile int caughtUpWith = -1;

    // Used by the sweeper only.
    private boolean lookingThrough;
    private int movesAtBegin;
    private long lookedThroughPosition;
    private long comparedThroughPosition;

    /// @param limits limits of one member. The room is computed from a count that is up to 250 ms
    ///   old
    SharedFeed(
            SharedJournal journal,
            OwnedEntries entries,
            OutboxLimits limits,
            Wake wake,
            OutboxObserver observer,
            LongSupplier nanoTime) {
        this.journal = journal;
        this.entries = entries;
        this.room =
                new OutboxRoom(limits, () -> occupied(entries, limits), this::refused, nanoTime);
        this.refillMax = limits.refillMax();
        this.wake = wake;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.missedToldAtNanos.set(nanoTime.getAsLong() - MISSED_PAUSE_NANOS);
        entries.limit(room);
        wake.onMissed(this::lookThroughAndWake);
    }

    /// The places that this member's entries take. Entries that are larger than an even share of
    /// the bytes take several.
    private static int occupied(OwnedEntries entries, OutboxLimits limits) {
        double placesByBytes = (double) entries.bytes() / limits.bytesMax() * limits.entriesMax();
        return (int) Math.max(entries.owned(), placesByBytes);
    }

    @Override
    public void onRoom(Runnable wake) {
        onRoom = wake;
    }

    @Override
    public void onFound(Consumer<Collection<StreamId>> forget) {
        forgetCopies = forget;
    }

    /// The owners are woken when the entries have arrived.
    @Override
    public void admit(List<RecordedEvent> committed) {
        int events = committed.size();
        if (events == 0) {
            return;
        }
        if (inFlight.get() + events > IN_FLIGHT_MAX) {
            if (!lookThroughNeeded) {
                observer.overflowed();
            }
            announceMissed();
            return;
        }
        inFlight.addAndGet(events);
        List<OutboxEntry> added = committed.stream().map(OutboxEntry::pending).toList();
        Announcement announcement = announcementOf(added);
        CompletionStage<Integer> put;
        try {
            put = entries.put(added);
        } catch (RuntimeException e) {
            inFlight.addAndGet(-events);
            missed(events, e);
            return;
        }
        var _ =
                put.whenCompleteAsync(
                        (_, failure) -> arrived(events, announcement, failure), Runnable::run);
    }

    /// This member's part of the map has no room. Called on the thread of a partition.
    private void refused() {
        if (!stoppedForRoom) {
            observer.overflowed();
        }
        stoppedForRoom = true;
        lookThroughNeeded = true;
    }

    private void arrived(int events, Announcement announcement, @Nullable Throwable failure) {
        inFlight.addAndGet(-events);
        if (failure == null) {
            announce(announcement);
        } else {
            missed(events, failure);
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

    /// @param own entries that this member owns
    /// @param elsewhere the smallest `createdAt` of the others, [Long#MAX_VALUE] when there is none
    private record Announcement(List<OutboxEntry> own, long elsewhere) {}

    /// Asks for the owners before the entries are put, on the caller's thread, because a
    /// partition's thread must not wait for an assignment of partitions. An entry whose partition
    /// moves meanwhile is found by a [#lookThrough].
    private Announcement announcementOf(List<OutboxEntry> added) {
        List<OutboxEntry> own = new ArrayList<>(added.size());
        long elsewhere = Long.MAX_VALUE;
        for (OutboxEntry entry : added) {
            if (entries.isOwned(entry.event().stream())) {
                own.add(entry);
            } else {
                elsewhere = Math.min(elsewhere, entry.createdAt());
            }
        }
        return new Announcement(own, elsewhere);
    }

    /// An entry for which there was no room is handed over, too. A later refill finds it published,
    /// or brings it again.
    private void announce(Announcement announcement) {
        if (!announcement.own().isEmpty()) {
            wake.handOver(announcement.own());
        }
        if (announcement.elsewhere() != Long.MAX_VALUE) {
            wake.addedElsewhere(announcement.elsewhere());
        }
    }

    @Override
    public void lookThrough() {
        int _ = moves.incrementAndGet();
        lookThroughAndWake();
    }

    /// Does nothing: the places in the map are counted by what the map has.
    @Override
    public void unparking() {}

    /// Tells all members at once. A message that is lost only causes a delay: the owner compares
    /// its part of the journal with the map periodically.
    @Override
    public void unparked(boolean mayHaveEvents) {
        if (mayHaveEvents) {
            lookThroughNeeded = true;
            wake.missed();
        }
    }

    @Override
    public boolean isCaughtUp() {
        return caughtUpWith == moves.get();
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
            movesAtBegin = moves.get();
            lookingThrough = true;
            lookedThroughPosition = 0;
        }
        int left = room.left();
        if (left <= 0) {
            stoppedForRoom = true;
            caughtUpWith = moves.get();
            return 0;
        }
        DeliverablePage waiting = journal.readDeliverable(lookedThroughPosition, refillMax);
        List<RecordedEvent> missing = missing(waiting.events(), Long.MAX_VALUE);
        boolean allFit = missing.size() <= left;
        List<RecordedEvent> fitting = allFit ? missing : missing.subList(0, left);
        if (putIntoMap(fitting) < fitting.size()) {
            caughtUpWith =
                    moves.get(); // others took the room meanwhile; the page is read again later
            return 0;
        }
        if (allFit && waiting.isLast()) {
            lookingThrough = false;
            caughtUpWith = movesAtBegin;
            return fitting.size();
        }
        lookedThroughPosition = allFit ? waiting.throughPosition() : fitting.getLast().position();
        return Math.max(1, fitting.size());
    }

    @Override
    public int restoreLost(long throughPosition, int limit) {
        int left = room.left();
        if (left <= 0) {
            return 0;
        }
        DeliverablePage compared = journal.readDeliverable(comparedThroughPosition, limit);
        comparedThroughPosition = compared.isLast() ? 0 : compared.throughPosition();
        List<RecordedEvent> missing = missing(compared.events(), throughPosition);
        List<RecordedEvent> fitting = missing.subList(0, Math.min(left, missing.size()));
        return putIntoMap(fitting);
    }

    /// Selects the events that this member has to deliver and that its part of the map lacks. An
    /// event that is delivered meanwhile may be among them; the version gate drops it.
    private List<RecordedEvent> missing(List<RecordedEvent> events, long throughPosition) {
        List<RecordedEvent> owned = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = 0;
        for (RecordedEvent event : events) {
            if (event.position() <= throughPosition && entries.isOwned(event.stream())) {
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

    /// @return number of events that the map has taken
    private int putIntoMap(List<RecordedEvent> events) {
        if (events.isEmpty()) {
            return 0;
        }
        forgetCopies.accept(events.stream().map(RecordedEvent::stream).distinct().toList());
        List<OutboxEntry> added = events.stream().map(OutboxEntry::pending).toList();
        Announcement announcement = announcementOf(added);
        int taken = entries.put(added).toCompletableFuture().join();
        announce(announcement);
        return taken;
    }

    @Override
    public void left(int delivered) {
        Runnable wakeSweeper = onRoom;
        boolean halfEmpty = room.isHalfEmpty(); // counts them again in time
        if (stoppedForRoom && wakeSweeper != null && halfEmpty) {
            stoppedForRoom = false;
            wakeSweeper.run();
        }
    }

    @Override
    public int inMap() {
        return entries.owned();
    }
}
