package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.JournalRewoundException;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.Events;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets many clients follow the committed events. Thread-safe.
///
/// Each client gets the events that match its filter, in the order of their positions, each once,
/// from any position of the journal on. It resumes on any member after the position of the last
/// event that it has.
///
/// One [FeedTail] reads the journal for all clients of this member, from the first client until the
/// last one has gone. It begins a little before the end of the journal, so that clients that come
/// back after a restart need not read the journal themselves.
public final class Feed implements AutoCloseable {

    /// A position to open with: only what is committed from now on.
    public static final long NOW = -1;

    private static final Logger LOG = System.getLogger(Feed.class.getName());

    /// The part of the window that the tail fills from the journal when it begins: one in so many
    /// events.
    private static final int BEGIN_DIVISOR = 8;

    /// Pause before the journal is read again after a failure.
    private static final long RETRY_MS = 1_000;

    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("cobnut-feed-retry").start(task);

    private final Journal journal;
    private final Events events;
    private final FeedRules rules;
    private final FeedSettings settings;
    private final FeedObserver observer;
    private final FeedRoom room;
    private final Semaphore catchUps;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();

    // What follows is guarded by the lock.
    private final FeedWindow window;
    private final FeedRoutes live = new FeedRoutes();
    private final Set<FeedSubscription> open = new LinkedHashSet<>();
    private final Map<String, Integer> callers = new HashMap<>();
    private @Nullable FeedTail tail;
    private boolean closed;

    /// While the tail is before it, it fills the window.
    private long filledAt;

    /// Where an event was that could not be taken: the whole failure is logged once for it.
    private volatile long failedAt = NOW;

    /// Everything through it was offered to the live clients. Written under the lock.
    private volatile long position;

    public Feed(
            Journal journal,
            Events events,
            FeedRules rules,
            FeedSettings settings,
            FeedObserver observer) {
        this.journal = journal;
        this.events = events;
        this.rules = rules;
        this.settings = settings;
        this.observer = observer;
        this.room = new FeedRoom(settings.bufferedBytes());
        this.catchUps = new Semaphore(settings.catchUpsMax(), true);
        this.window = new FeedWindow(settings.windowEvents(), settings.windowBytes());
    }

    /// What part of a window the rest of a join found.
    ///
    /// @param position everything through it was looked at
    /// @param live true when nothing was left
    /// @param stuck true when there was no room for the next event
    record Joined(List<FeedEvent> events, long position, boolean live, boolean stuck) {}

    /// Opens the feed of a client.
    ///
    /// @param caller whose connections are counted together; empty when callers are not known
    /// @param after position of the last event that the client has, 0 for the beginning, [#NOW]
    /// @throws JournalException when the journal does not answer
    public FeedOpening open(String caller, long after, FeedFilter filter) {
        long last = journal.lastPosition();
        if (after > last) {
            return new FeedOpening.Ahead(last);
        }
        lock.lock();
        try {
            if (closed) {
                return new FeedOpening.Stopping();
            }
            if (open.size() >= settings.connectionsMax()) {
                return new FeedOpening.Full(settings.connectionsMax());
            }
            if (!caller.isEmpty()
                    && callers.getOrDefault(caller, 0) >= settings.connectionsPerCallerMax()) {
                return new FeedOpening.FullOfCaller(settings.connectionsPerCallerMax());
            }
            if (tail == null) {
                begin(last);
            }
            long from = after == NOW ? last : after;
            var client = new FeedSubscription(this, caller, filter, from, settings, room);
            open.add(client);
            callers.merge(caller, 1, Integer::sum);
            if (filter.topic() instanceof FeedTopic.Stream(var stream) && !window.has(from)) {
                // What is committed after the read below is what the tail publishes from here on.
                long through = Math.max(last, position);
                client.begin(new FeedBacklog.OfStream(journal, stream, from, through), through);
                live.add(client);
            } else {
                client.begin(backlog(from), from);
            }
            return new FeedOpening.Opened(client);
        } finally {
            lock.unlock();
        }
    }

    private void begin(long last) {
        long begin = Math.max(0, last - settings.windowEvents() / BEGIN_DIVISOR);
        window.clear(begin);
        position = begin;
        filledAt = last;
        tail = new FeedTail(this, rules, last, null);
        events.publisher(begin, EventFilter.all()).subscribe(tail);
    }

    FeedBacklog backlog(long after) {
        return new FeedBacklog.OfJournal(journal, after);
    }

    /// An event that a client reads from the journal by itself. Its group is asked only when the
    /// client follows one: that of an old event may have to be read, too.
    FeedEvent old(RecordedEvent event, FeedFilter filter) {
        return filter.topic() instanceof FeedTopic.Group
                ? FeedEvent.of(event, rules, false)
                : FeedEvent.withoutGroup(event, rules);
    }

    /// Takes events of the window, and makes the client live when it has all of them.
    ///
    /// @return null when the window does not have all events after the position
    @Nullable Joined join(FeedSubscription client, long after) {
        lock.lock();
        try {
            if (!window.has(after)) {
                return null;
            }
            if (position < filledAt && after < filledAt) {
                // What fills the window would come at once, and not fit into a buffer.
                return new Joined(List.of(), after, false, true);
            }
            List<FeedEvent> wanted = new ArrayList<>();
            long bytes = 0;
            long through = after;
            for (FeedEvent event : window.events()) {
                if (event.position() <= through) {
                    continue;
                }
                if (client.filter().matches(event)) {
                    long weight = event.weight();
                    boolean fits =
                            wanted.isEmpty()
                                    || (wanted.size() < settings.bufferEvents()
                                            && bytes + weight <= settings.bufferBytes());
                    if (!fits || !room.take(weight)) {
                        return new Joined(wanted, through, false, fits);
                    }
                    wanted.add(event);
                    bytes += weight;
                }
                through = event.position();
            }
            client.isLiveAfter(through);
            live.add(client);
            return new Joined(wanted, through, true, false);
        } finally {
            lock.unlock();
        }
    }

    /// Waits a moment for the permission to read old events.
    ///
    /// @return true when it is given; [#hasRead] gives it back
    boolean mayRead(long due) throws InterruptedException {
        return room.isHalfFree()
                && catchUps.tryAcquire(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    void hasRead() {
        catchUps.release();
    }

    /// Called by the tail.
    void publish(FeedTail from, FeedEvent event) {
        lock.lock();
        try {
            if (from == tail) {
                window.add(event);
                live.offer(event);
                position = event.position();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The tail gets no more events. Another one goes on in its place, unless nobody follows any
    /// more. So an event that cannot be taken holds the feed up, and is not left out.
    void failed(FeedTail from, Throwable failure) {
        if (failure instanceof JournalRewoundException) {
            rewound(from);
            return;
        }
        if (!isInUse(from)) {
            return;
        }
        if (failure instanceof JournalException || position == failedAt) {
            LOG.log(Level.WARNING, "the live feed waits, and tries again: {0}", failure.toString());
        } else {
            failedAt = position;
            LOG.log(
                    Level.ERROR,
                    "the live feed cannot take the event after position %d; it tries again"
                            .formatted(position),
                    failure);
        }
        CompletableFuture.delayedExecutor(RETRY_MS, TimeUnit.MILLISECONDS, THREADS)
                .execute(() -> resume(from));
    }

    private boolean isInUse(FeedTail one) {
        lock.lock();
        try {
            return one == tail;
        } finally {
            lock.unlock();
        }
    }

    /// The journal has other events than were published: no client can go on.
    void rewound(FeedTail from) {
        List<FeedSubscription> clients;
        lock.lock();
        try {
            if (from != tail) {
                return;
            }
            tail = null;
            clients = List.copyOf(open);
        } finally {
            lock.unlock();
        }
        LOG.log(
                Level.WARNING,
                "the journal has lost events that the live feed has sent; its {0} clients are told",
                clients.size());
        clients.forEach(client -> client.end(FeedEnd.REWOUND));
    }

    /// Goes on after the last event that was published, and compares it first.
    private void resume(FeedTail failed) {
        long last;
        try {
            last = journal.lastPosition();
        } catch (RuntimeException e) {
            failed(failed, e);
            return;
        }
        if (last < position) {
            rewound(failed);
            return;
        }
        lock.lock();
        try {
            if (failed != tail) {
                return;
            }
            FeedEvent known = window.last();
            FeedTail next =
                    new FeedTail(
                            this,
                            rules,
                            Math.max(position, filledAt),
                            known == null ? null : known.event().id());
            tail = next;
            long after = known == null ? position : position - 1;
            events.publisher(after, EventFilter.all()).subscribe(next);
        } finally {
            lock.unlock();
        }
    }

    void remove(FeedSubscription client) {
        lock.lock();
        try {
            if (!open.remove(client)) {
                return;
            }
            live.remove(client);
            callers.computeIfPresent(client.caller(), (_, count) -> count == 1 ? null : count - 1);
            if (open.isEmpty() && tail != null) {
                tail.cancel();
                tail = null;
                window.clear(0);
            }
        } finally {
            lock.unlock();
        }
    }

    long position() {
        return position;
    }

    FeedObserver observer() {
        return observer;
    }

    public FeedSettings settings() {
        return settings;
    }

    /// Number of clients.
    public int clients() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    /// Bytes that wait for clients.
    public long bufferedBytes() {
        return room.held();
    }

    /// Waits until the feed is closed: for streams of other things, which end with it.
    ///
    /// @return false when the time is over
    public boolean awaitClose(Duration max) throws InterruptedException {
        return over.await(max.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Ends all clients; they connect again, to another member or after the restart.
    @Override
    public void close() {
        List<FeedSubscription> clients;
        lock.lock();
        try {
            closed = true;
            if (tail != null) {
                tail.cancel();
                tail = null;
            }
            clients = List.copyOf(open);
        } finally {
            lock.unlock();
        }
        clients.forEach(client -> client.end(FeedEnd.STOPPING));
        over.countDown();
    }
}
