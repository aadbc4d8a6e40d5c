package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CursorClaim;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.ParkedStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What a handler does while this member owns its cursor. One thread uses it.
///
/// - *Reading.* Pages of the journal by position, while there is room. An event of a parked stream
///   is left out: the stream's row says from which version on it waits.
/// - *Cursor.* It is the position before the first event that is neither handled nor parked. A
///   stream that fails holds it back until it is parked; meanwhile the others go on.
/// - *Parking.* The row is written in the transaction that lets the cursor pass the stream's event.
/// - *Retry.* The stream's events are read from the stream, from its row's version through what has
///   been read from the journal. Then the row goes, and new events come with the others.
/// - *Term.* Nothing is begun after the time for which the claim surely holds.
final class OwnedCursor {

    /// Shortest time between two commits of the cursor while events are handled.
    private static final long ADVANCE_NANOS_MIN = Duration.ofMillis(100).toNanos();

    /// Shortest time between two reads when the first one found less than a page.
    private static final long READ_NANOS_MIN = Duration.ofMillis(5).toNanos();

    /// The term is prolonged when this part of it has passed.
    private static final int RENEW_DIVISOR = 3;

    /// What is left of the term when no event is begun any more.
    private static final int MARGIN_DIVISOR = 5;

    /// Most streams that are tried again at the same time.
    private static final int RETRIES_MAX = 16;

    private static final Logger LOG = System.getLogger(OwnedCursor.class.getName());

    private final EventHandler handler;
    private final Set<String> categories;
    private final CursorClaim claim;
    private final Journal journal;
    private final Cursors cursors;
    private final EventReader reader;
    private final LoopLimits limits;
    private final HandlerSettings settings;
    private final HandlerObserver observer;
    private final LongSupplier nanoTime;
    private final Lanes lanes;
    private final PutOffs putOffs;
    private final AtomicBoolean lookForEvents = new AtomicBoolean(true);
    private final AtomicBoolean lookForRetries = new AtomicBoolean(true);

    /// With the versions from which they are parked.
    private final Map<StreamId, Long> parked;

    /// Changes of rows that go with the next advance.
    private final Map<StreamId, ParkedStream> toPark = new HashMap<>();

    private final Set<StreamId> toUnpark = new HashSet<>();

    private volatile long begunUntilNanos;
    private volatile boolean ended;
    private volatile long movedAtNanos;
    private volatile boolean isWaiting;
    private long position;
    private long readThrough;

    /// The event at `readThrough`, null before the first read.
    private @Nullable UUID lastRead;

    private long advancedPosition;
    private long advancedAtNanos;
    private long polledAtNanos;
    private boolean hasProgress;
    private boolean mayHaveMore = true;
    private boolean toldParkedMax;

    /// @param claimedAtNanos before the claim was made
    /// @param reader the events of the journal
    /// @param wake lets the handler's thread make a turn
    OwnedCursor(
            EventHandler handler,
            Set<String> categories,
            CursorClaim claim,
            long claimedAtNanos,
            Journal journal,
            EventReader reader,
            LoopLimits limits,
            HandlerSettings settings,
            HandlerObserver observer,
            LongSupplier nanoTime,
            Runnable wake) {
        this.handler = handler;
        this.categories = categories;
        this.claim = claim;
        this.journal = journal;
        this.cursors = journal.cursors();
        this.reader = reader;
        this.limits = limits;
        this.settings = settings;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.position = claim.position();
        this.readThrough = claim.position();
        this.advancedPosition = claim.position();
        this.advancedAtNanos = claimedAtNanos;
        this.movedAtNanos = claimedAtNanos;
        this.begunUntilNanos = claimedAtNanos + usableNanos();
        this.putOffs = new PutOffs(handler.name(), limits.failures(), nanoTime);
        this.parked = new HashMap<>(cursors.parkedStreams(claim.cursor(), Integer.MAX_VALUE));
        this.lanes =
                new Lanes(
                        handler, settings, limits.heldBytesMax(), this::mayHandle, nanoTime, wake);
    }

    /// How long after a claim or its prolongation an event may be begun.
    private long usableNanos() {
        long term = limits.term().toNanos();
        return term - term / MARGIN_DIVISOR;
    }

    private boolean mayHandle() {
        return !ended && nanoTime.getAsLong() - begunUntilNanos < 0;
    }

    /// Makes the next turn read the journal. Any thread.
    void lookForEvents() {
        lookForEvents.set(true);
    }

    /// Makes the next turn look for streams that an operator wants to be tried again. Any thread.
    void lookForRetries() {
        lookForRetries.set(true);
    }

    /// True when there are events and the cursor has not advanced for a while. Any thread.
    boolean isStalled() {
        return isWaiting && nanoTime.getAsLong() - movedAtNanos > settings.stalledAfter().toNanos();
    }

    /// Why and how long streams wait; null when none does. Any thread.
    HandlerStatus.@Nullable Waiting waiting() {
        return putOffs.waiting();
    }

    /// @return false when another member is the owner, or the journal has lost what was read
    /// @throws JournalException when the journal does not answer; the next turn goes on
    boolean turn() {
        lanes.collect().forEach(this::take);
        if (!read()) {
            return false;
        }
        retry();
        lanes.startReady();
        move();
        return !isAdvanceDue() || advance();
    }

    private void take(Lanes.Result result) {
        if (result.done() > 0) {
            hasProgress = true;
            observer.handled(handler.name(), result.done());
        }
        Throwable failure = result.failure();
        if (!(failure instanceof RetryLaterException)) {
            putOffs.remove(result.lane());
        }
        if (failure != null && !(ended && failure instanceof InterruptedException)) {
            failed(result.lane(), failure);
        }
    }

    private void failed(StreamLane lane, Throwable failure) {
        if (failure instanceof RetryLaterException later) {
            putOff(lane, later);
            return;
        }
        RecordedEvent event = lane.first();
        int attempts = lane.failed();
        boolean isHopeless = failure instanceof ParkStreamException;
        String reason = String.valueOf(isHopeless ? failure.getMessage() : failure);
        boolean mayPark = parked.size() < settings.parkedMax() || parked.containsKey(lane.stream());
        boolean parks = mayPark && (isHopeless || attempts >= settings.attemptsMax());
        if (!lane.isKnownFailure(reason) || parks) {
            LOG.log(
                    limits.failures(),
                    "the handler "
                            + handler.name()
                            + " failed on "
                            + event.stream()
                            + " at version "
                            + event.version()
                            + ", attempt "
                            + attempts
                            + (parks
                                    ? "; the stream is parked for this handler until it is retried"
                                    : "; it is tried again"),
                    failure);
        }
        if (parks) {
            park(lane, new ParkedStream(event, attempts, reason));
            return;
        }
        if (!mayPark && !toldParkedMax) {
            toldParkedMax = true;
            LOG.log(
                    limits.full(),
                    "the handler {0} has parked {1} streams, the most that it may: it goes on to try what fails; find out why it fails",
                    handler.name(),
                    parked.size());
        }
        observer.retried(handler.name());
        lanes.pause(lane, nanoTime.getAsLong() + backoffNanos(attempts));
    }

    /// The event was not tried, or the other side was not there: no attempt is counted.
    private void putOff(StreamLane lane, RetryLaterException later) {
        long pause = Math.max(later.pause().toNanos(), settings.backoffMin().toNanos());
        putOffs.add(lane, String.valueOf(later.getMessage()), pause);
        observer.retried(handler.name());
        lanes.pause(lane, nanoTime.getAsLong() + pause);
    }

    private void park(StreamLane lane, ParkedStream row) {
        lanes.drop(lane);
        parked.put(lane.stream(), row.version());
        toUnpark.remove(lane.stream());
        toPark.put(lane.stream(), row);
        hasProgress = true;
        observer.parked(handler.name());
    }

    private long backoffNanos(int attempts) {
        double full =
                Math.min(
                        (double) settings.backoffMax().toNanos(),
                        settings.backoffMin().toNanos() * Math.pow(2, attempts - 1));
        return (long) (full * (0.5 + 0.5 * RandomGenerator.getDefault().nextDouble()));
    }

    private boolean read() {
        long now = nanoTime.getAsLong();
        if (!lanes.hasRoom() || readDueInNanos(now) > 0) {
            return true;
        }
        lookForEvents.set(false);
        polledAtNanos = now;
        List<RecordedEvent> page = next();
        if (page == null) {
            return false;
        }
        for (RecordedEvent event : page) {
            readThrough = event.position();
            lastRead = event.id();
            if (categories.contains(event.stream().category())
                    && !parked.containsKey(event.stream())) {
                lanes.add(event);
            }
        }
        return true;
    }

    /// The next events. They are read together with the last one of before, which tells whether the
    /// journal is still the same. After a failover to a standby that lagged it is not: other events
    /// may be at the positions that were read.
    ///
    /// @return null when the journal is another
    private @Nullable List<RecordedEvent> next() {
        UUID last = lastRead;
        if (last == null) {
            return read(readThrough, settings.pageMax());
        }
        int limit = settings.pageMax() + 1;
        List<RecordedEvent> page = read(readThrough - 1, limit);
        if (page.isEmpty() || !page.getFirst().id().equals(last)) {
            LOG.log(
                    Level.WARNING,
                    "the journal has lost events that the handler {0} has read, through position {1}; it goes on from its cursor",
                    handler.name(),
                    readThrough);
            return null;
        }
        return page.size() == 1 && mayHaveMore // one large event fills a page
                ? read(readThrough, settings.pageMax())
                : page.subList(1, page.size());
    }

    private List<RecordedEvent> read(long afterPosition, int limit) {
        List<RecordedEvent> page = reader.read(afterPosition, limit);
        mayHaveMore = EventPage.isFull(page, limit);
        return page;
    }

    private long readDueInNanos(long now) {
        long after =
                mayHaveMore
                        ? 0
                        : lookForEvents.get() ? READ_NANOS_MIN : settings.pollInterval().toNanos();
        return Math.max(0, polledAtNanos + after - now);
    }

    /// Begins and continues what operators have asked for.
    private void retry() {
        if (!parked.isEmpty() && lookForRetries.getAndSet(false)) {
            cursors.retries(claim.cursor(), RETRIES_MAX)
                    .forEach((stream, version) -> {
                        if (parked.containsKey(stream)
                                && lanes.find(stream) == null
                                && !toPark.containsKey(stream)) {
                            lanes.beginRetry(stream, version);
                        }
                    });
        }
        if (parked.isEmpty()) {
            return;
        }
        for (StreamLane lane : lanes.emptyRetries()) {
            List<RecordedEvent> events =
                    journal.read(lane.stream(), lane.lastVersion(), settings.pageMax()).stream()
                            .filter(event -> event.position() <= readThrough)
                            .toList();
            if (!events.isEmpty()) {
                lanes.refill(lane, events);
            } else {
                lanes.drop(lane);
                parked.remove(lane.stream());
                toUnpark.add(lane.stream());
                hasProgress = true;
                toldParkedMax = false;
            }
        }
    }

    private void move() {
        long to = lanes.isOpen() ? lanes.firstOpen() - 1 : readThrough;
        isWaiting = lanes.isOpen();
        if (to > position || !isWaiting) {
            position = to;
            movedAtNanos = nanoTime.getAsLong();
        }
    }

    private boolean hasChanges() {
        return position > advancedPosition || !toPark.isEmpty() || !toUnpark.isEmpty();
    }

    private boolean isAdvanceDue() {
        long since = nanoTime.getAsLong() - advancedAtNanos;
        return since >= limits.term().toNanos() / RENEW_DIVISOR
                || (hasProgress && hasChanges() && since >= ADVANCE_NANOS_MIN);
    }

    private boolean advance() {
        long now = nanoTime.getAsLong();
        if (!cursors.advance(claim, position, limits.term(), toPark.values(), toUnpark)) {
            LOG.log(
                    limits.handover(),
                    "Another member runs the handler {0} from now on.",
                    handler.name());
            return false;
        }
        begunUntilNanos = now + usableNanos();
        advancedAtNanos = now;
        advancedPosition = position;
        hasProgress = false;
        toPark.clear();
        toUnpark.clear();
        return true;
    }

    /// Time until the next turn has something to do, unless it is woken.
    long idleNanos() {
        long now = nanoTime.getAsLong();
        if (!parked.isEmpty()) {
            lookForRetries.set(true);
        }
        long idle = lanes.hasRoom() ? readDueInNanos(now) : settings.pollInterval().toNanos();
        Long resumeAt = lanes.resumeAtNanos();
        if (resumeAt != null) {
            idle = Math.min(idle, resumeAt - now);
        }
        if (hasProgress && hasChanges()) {
            idle = Math.min(idle, advancedAtNanos + ADVANCE_NANOS_MIN - now);
        }
        return Math.max(0, idle);
    }

    /// Waits for what is being handled, begins nothing more, records how far it is, and lets
    /// another member follow.
    void end() {
        ended = true;
        if (!lanes.end(settings.drainDeadline())) {
            LOG.log(
                    limits.failures(),
                    "the handler {0} still handles events at its end; they are handled again",
                    handler.name());
        }
        lanes.collect().forEach(this::take);
        move();
        try {
            if (advance()) {
                cursors.release(claim);
            }
        } catch (JournalException e) {
            LOG.log(
                    Level.WARNING,
                    "how far the handler "
                            + handler.name()
                            + " is was not recorded; some events are handled again",
                    e);
        }
    }

    /// Begins nothing more, because another member is the owner.
    void abandon() {
        ended = true;
        boolean _ = lanes.end(settings.drainDeadline());
    }
}
