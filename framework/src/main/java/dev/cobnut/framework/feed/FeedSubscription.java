package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.JournalRewoundException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The feed of one client. One thread takes its turns, and closes it.
///
/// *Behind.* A client that resumes reads its [FeedBacklog] from the journal, at its own rate, until
/// the window of the [Feed] has what it needs. It then takes events of the window. When it has the
/// last one it is live, in one step with the reader of the journal: so no event is between, and
/// none comes twice.
///
/// *Live.* The reader of the journal puts events into the buffer. It never waits: when the buffer
/// or the room of all buffers is full, the client is ended. What was handed over counts until the
/// client asks for its next turn.
public final class FeedSubscription implements AutoCloseable {

    /// Time between two looks for room to read old events.
    private static final long RETRY_NANOS = Duration.ofMillis(50).toNanos();

    private final Feed feed;
    private final String caller;
    private final FeedFilter filter;
    private final FeedSettings settings;
    private final FeedRoom room;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<FeedEvent> buffer = new ArrayDeque<>(0);

    /// Events and bytes in the buffer and in the last turn.
    private int held;

    private long heldBytes;

    /// Those of the last turn.
    private int taken;

    private long takenBytes;

    /// Offers through this position are for nobody: the client has them, or reads them.
    private long known;

    private long position;
    private boolean waits;
    private long turnAt;
    private @Nullable FeedEnd end;

    /// Used by the client's thread. Null when it is live.
    private @Nullable FeedBacklog backlog;

    FeedSubscription(
            Feed feed,
            String caller,
            FeedFilter filter,
            long after,
            FeedSettings settings,
            FeedRoom room) {
        this.feed = feed;
        this.caller = caller;
        this.filter = filter;
        this.settings = settings;
        this.room = room;
        this.known = after;
        this.position = after;
        this.turnAt = System.nanoTime() - settings.pace().toNanos();
    }

    public FeedFilter filter() {
        return filter;
    }

    /// Everything that concerns the client through this position was handed over.
    public long position() {
        lock.lock();
        try {
            return position;
        } finally {
            lock.unlock();
        }
    }

    String caller() {
        return caller;
    }

    /// Before the first turn.
    void begin(FeedBacklog first, long liveAfter) {
        backlog = first;
        known = liveAfter;
    }

    /// The next events, or none when the time is over. Earlier with none while old events are read.
    public FeedTurn next(Duration max) throws InterruptedException {
        giveBack();
        long due = System.nanoTime() + max.toNanos();
        while (backlog != null) {
            FeedTurn turn = behind(backlog, due);
            if (turn != null) {
                return turn;
            }
        }
        return live(due);
    }

    /// @return null when the client is live now
    private @Nullable FeedTurn behind(FeedBacklog behind, long due) throws InterruptedException {
        FeedTurn ended = endedTurn();
        if (ended != null) {
            return ended;
        }
        if (behind instanceof FeedBacklog.OfJournal) {
            Feed.Joined joined = feed.join(this, behind.position());
            if (joined != null) {
                return joined(joined, due);
            }
        }
        while (!feed.mayRead(due)) {
            ended = endedTurn();
            if (ended != null || System.nanoTime() - due >= 0) {
                return ended == null ? new FeedTurn.None(position()) : ended;
            }
            pause(RETRY_NANOS);
        }
        try {
            List<RecordedEvent> page = behind.read();
            List<FeedEvent> wanted = new ArrayList<>();
            for (RecordedEvent event : page) {
                if (filter.events().matches(event)) {
                    FeedEvent own = feed.old(event, filter);
                    if (filter.matches(own)) {
                        wanted.add(own);
                    }
                }
            }
            if (behind instanceof FeedBacklog.OfStream stream && stream.isComplete()) {
                backlog = null;
            }
            return handOver(wanted, behind.position(), true);
        } catch (JournalRewoundException _) {
            end(FeedEnd.REWOUND);
        } catch (JournalException _) {
            end(FeedEnd.UNAVAILABLE);
        } finally {
            feed.hasRead();
        }
        return endedTurn();
    }

    /// @return null when the client is live and nothing is to be handed over
    private @Nullable FeedTurn joined(Feed.Joined joined, long due) throws InterruptedException {
        if (joined.live()) {
            backlog = null;
        } else {
            // The window moves on; the rest of what was examined is read from there.
            backlog = feed.backlog(joined.position());
            if (joined.events().isEmpty() && joined.stuck()) {
                pause(Math.min(RETRY_NANOS, Math.max(0, due - System.nanoTime())));
                return new FeedTurn.None(position());
            }
        }
        if (joined.live() && joined.events().isEmpty()) {
            lock.lock();
            try {
                position = joined.position();
            } finally {
                lock.unlock();
            }
            return null;
        }
        return handOver(joined.events(), joined.position(), false);
    }

    private FeedTurn handOver(List<FeedEvent> events, long through, boolean counts) {
        lock.lock();
        try {
            position = through;
            if (events.isEmpty()) {
                return new FeedTurn.None(through);
            }
            long bytes = 0;
            for (FeedEvent event : events) {
                bytes += event.weight();
            }
            if (counts) {
                room.takeAnyway(bytes);
            }
            taken += events.size();
            takenBytes += bytes;
            held += events.size();
            heldBytes += bytes;
            return new FeedTurn.Some(events, through);
        } finally {
            lock.unlock();
        }
    }

    private FeedTurn live(long due) throws InterruptedException {
        lock.lock();
        try {
            while (end == null) {
                // Read before the buffer is: everything through it was offered.
                long through = feed.position();
                long now = System.nanoTime();
                long left = due - now;
                long paced = turnAt + settings.pace().toNanos() - now;
                if (!buffer.isEmpty() && paced <= 0) {
                    return take(now);
                }
                if (buffer.isEmpty() && left <= 0) {
                    position = Math.max(position, through);
                    return new FeedTurn.None(position);
                }
                waits = buffer.isEmpty();
                long _ = changed.awaitNanos(waits ? left : paced);
                waits = false;
            }
            return new FeedTurn.Ended(end, position);
        } finally {
            lock.unlock();
        }
    }

    private FeedTurn take(long now) {
        List<FeedEvent> events = List.copyOf(buffer);
        buffer.clear();
        taken = held;
        takenBytes = heldBytes;
        turnAt = now;
        position = events.getLast().position();
        return new FeedTurn.Some(events, position);
    }

    private void pause(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (end == null && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable FeedTurn endedTurn() {
        lock.lock();
        try {
            return end == null ? null : new FeedTurn.Ended(end, position);
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        lock.lock();
        try {
            room.give(takenBytes);
            held -= taken;
            heldBytes -= takenBytes;
            taken = 0;
            takenBytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /// Called by the reader of the journal. It never waits for the client.
    void offer(FeedEvent event) {
        lock.lock();
        try {
            if (end != null || event.position() <= known) {
                return;
            }
            long bytes = event.weight();
            boolean fits =
                    held == 0
                            || (held < settings.bufferEvents()
                                    && heldBytes + bytes <= settings.bufferBytes());
            if (!fits || !room.take(bytes)) {
                ended(FeedEnd.TOO_SLOW);
                feed.observer().cutOff();
                return;
            }
            known = event.position();
            buffer.addLast(event);
            held++;
            heldBytes += bytes;
            if (waits) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /// In one step with the reader of the journal: what it publishes next is for this client.
    void isLiveAfter(long through) {
        lock.lock();
        try {
            known = Math.max(known, through);
        } finally {
            lock.unlock();
        }
    }

    /// Ends the feed, when it is not ended. What waits in the buffer is dropped: the client resumes
    /// after its last position.
    void end(FeedEnd reason) {
        lock.lock();
        try {
            if (end == null) {
                ended(reason);
            }
        } finally {
            lock.unlock();
        }
    }

    private void ended(FeedEnd reason) {
        end = reason;
        room.give(heldBytes - takenBytes);
        held = taken;
        heldBytes = takenBytes;
        buffer.clear();
        changed.signal();
    }

    /// The events were written to the client.
    public void sent(List<FeedEvent> events) {
        events.forEach(feed.observer()::sent);
    }

    /// The client did not take what was written to it.
    public void tooSlow() {
        lock.lock();
        try {
            if (end == null) {
                ended(FeedEnd.TOO_SLOW);
                feed.observer().cutOff();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end(FeedEnd.STOPPING);
        giveBack();
        feed.remove(this);
    }
}
