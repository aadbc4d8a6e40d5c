package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.StreamId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Takes this member's pending entries out of the store, page by page, in order per stream.
///
/// ## Who runs it
///
/// One thread at a time, the source of the delivery job, calls [#nextPage]. It owns all state here;
/// the others send it messages: outcomes from the end of the pipeline ([#acknowledge]), orders of
/// an operator ([#retry]), and the append's [#wake]. Because only the owner of a partition drains
/// it, there are no claims and no heartbeats.
///
/// ## Order
///
/// While a unit of a stream is on its way, what comes later of that stream waits here. A failed
/// unit comes back to the front, and its stream pauses (exponential backoff with jitter); after
/// `attemptsMax` failures of one event the whole rest of the stream is parked, and what is appended
/// to it later is parked behind it. Other streams do not notice.
///
/// ## Push with the poll as the backup
///
/// `createdAt` only grows, so a cursor remembers up to where the index was read. An append unparks
/// the thread if it rests; a poll that is not worth a page is put off by `pace`, because each has a
/// fixed cost. Every `safetyInterval` the cursor goes back to the beginning and finds entries of
/// which nobody told (put back after a loss, moved from another member); entries that are held
/// already are recognised by their version, take no room, and are passed at once.
public final class OutboxPublisher {

    private sealed interface Message {
        record Outcomes(List<DeliveryOutcome> outcomes) implements Message {}

        record Retry(StreamId stream, CompletableFuture<Integer> retried) implements Message {}
    }

    private final OutboxStore store;
    private final PublisherSettings settings;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;

    private final Queue<Message> messages = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread resting;
    private volatile boolean appended = true;
    private volatile boolean paused;
    private volatile int parkedStreamCount;
    private volatile int parkedEntryCount;

    // The state of the thread that calls nextPage().
    private final Map<StreamId, StreamWork> works = new HashMap<>();
    private final Deque<StreamWork> ready = new ArrayDeque<>();
    private final PriorityQueue<StreamWork> retries =
            new PriorityQueue<>(Comparator.comparingLong(StreamWork::retryAtNanos));
    private final Set<StreamId> parkedStreams = new HashSet<>();
    private long cursor;
    private boolean more = true;
    private boolean rewind;
    private int held;
    private long polledAtNanos;
    private long rewoundAtNanos;

    public OutboxPublisher(
            OutboxStore store,
            PublisherSettings settings,
            OutboxObserver observer,
            LongSupplier nanoTime,
            RandomGenerator random) {
        this.store = store;
        this.settings = settings;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.random = random;
        this.polledAtNanos = nanoTime.getAsLong() - settings.pace().toNanos();
        this.rewoundAtNanos = nanoTime.getAsLong();
    }

    /// Something was added to the store. Cheap: any thread, for every append.
    public void wake() {
        appended = true;
        unpark();
    }

    /// Tells what became of units that [#nextPage] handed out. Any thread; each unit exactly once.
    public void acknowledge(List<DeliveryOutcome> outcomes) {
        messages.add(new Message.Outcomes(outcomes));
        unpark();
    }

    /// Delivers a parked stream again, from its first undelivered event.
    ///
    /// @return completed with the number of entries that were made pending, 0 when nothing of the
    ///   stream is parked
    public CompletableFuture<Integer> retry(StreamId stream) {
        CompletableFuture<Integer> retried = new CompletableFuture<>();
        messages.add(new Message.Retry(stream, retried));
        unpark();
        return retried;
    }

    /// Hands out nothing more until [#resume]; what is on its way arrives.
    public void pause() {
        paused = true;
    }

    public void resume() {
        paused = false;
        unpark();
    }

    public boolean isPaused() {
        return paused;
    }

    public int parkedStreamCount() {
        return parkedStreamCount;
    }

    /// Parked entries of this member, by the publisher's account.
    public int parkedEntryCount() {
        return parkedEntryCount;
    }

    /// Forgets what it knew, for a job that begins anew: everything that is not deleted from the
    /// store is pending.
    public void restart() {
        messages.removeIf(Message.Outcomes.class::isInstance);
        works.clear();
        ready.clear();
        retries.clear();
        held = 0;
        cursor = 0;
        more = true;
    }

    /// The next units to deliver.
    ///
    /// @param restNanos longest time to wait for something to do
    /// @return null when nothing came in that time
    public @Nullable DeliveryPage nextPage(long restNanos) {
        long deadline = nanoTime.getAsLong() + restNanos;
        while (true) {
            takeMessages();
            long now = nanoTime.getAsLong();
            resumeDue(now);
            if (!paused && isPollDue(now)) {
                do {
                    poll(nanoTime.getAsLong());
                } while (ready.isEmpty() && more && held < settings.heldMax());
            }
            if (!paused && !ready.isEmpty()) {
                return page();
            }
            // Read once: what changes after this must end the rest, and does.
            boolean pausedBefore = paused;
            boolean pacing = isPollable() && appended;
            long wait = Math.min(deadline, nextEvent(now)) - nanoTime.getAsLong();
            if (nanoTime.getAsLong() >= deadline) {
                return null;
            }
            if (wait > 0) {
                rest(wait, pacing, pausedBefore);
            }
        }
    }

    private boolean isPollDue(long now) {
        if (held >= settings.heldMax()) {
            return false;
        }
        if (rewind || now - rewoundAtNanos >= settings.safetyInterval().toNanos()) {
            rewind = false;
            rewoundAtNanos = now;
            cursor = 0;
            more = true;
        }
        if (more) {
            return true;
        }
        return appended && now - polledAtNanos >= settings.pace().toNanos();
    }

    /// The time of the next thing that happens by itself.
    private long nextEvent(long now) {
        long next = rewoundAtNanos + settings.safetyInterval().toNanos();
        if (paused || held >= settings.heldMax()) {
            next = now + settings.safetyInterval().toNanos();
        } else if (appended) {
            next = Math.min(next, polledAtNanos + settings.pace().toNanos());
        }
        StreamWork retry = retries.peek();
        return retry == null ? next : Math.min(next, retry.retryAtNanos());
    }

    private boolean isPollable() {
        return !paused && held < settings.heldMax();
    }

    /// @param pacing something was appended and the next poll is put off: nobody needs to end this
    ///   rest early
    private void rest(long nanos, boolean pacing, boolean pausedBefore) {
        if (pacing) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        resting = Thread.currentThread();
        // Announced as resting before the last look, so that no wake in between is missed.
        if (messages.isEmpty() && paused == pausedBefore && !(isPollable() && appended)) {
            LockSupport.parkNanos(this, nanos);
        }
        resting = null;
    }

    private void unpark() {
        Thread thread = resting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private void poll(long now) {
        appended = false;
        List<OutboxEntry> found = store.pollPending(cursor, settings.pageMax());
        polledAtNanos = nanoTime.getAsLong();
        observer.polled(found.size(), polledAtNanos - now);
        more = found.size() == settings.pageMax();
        List<OutboxEntry> behindParked = new ArrayList<>();
        for (OutboxEntry entry : found) {
            if (held >= settings.heldMax()) {
                more = true; // the rest of the page is read again when there is room
                break;
            }
            cursor = Math.max(cursor, entry.createdAt());
            StreamId stream = entry.event().stream();
            if (parkedStreams.contains(stream)) {
                behindParked.add(entry.parked(0, "waits behind a parked event of its stream"));
                continue;
            }
            StreamWork work = works.computeIfAbsent(stream, StreamWork::new);
            boolean wasReady = work.isReady();
            if (work.add(entry)) {
                held++;
                if (!wasReady && work.isReady()) {
                    ready.addLast(work);
                }
            }
        }
        if (!behindParked.isEmpty()) {
            store.park(behindParked);
            countParked(behindParked.size());
        }
    }

    private DeliveryPage page() {
        List<DeliveryUnit> units = new ArrayList<>();
        int events = 0;
        while (events < settings.pageMax() && !ready.isEmpty()) {
            DeliveryUnit unit =
                    ready.removeFirst()
                            .send(Math.min(settings.unitMax(), settings.pageMax() - events));
            units.add(unit);
            events += unit.entries().size();
        }
        return new DeliveryPage(units);
    }

    private void takeMessages() {
        Message message;
        while ((message = messages.poll()) != null) {
            switch (message) {
                case Message.Outcomes(var outcomes) -> outcomes.forEach(this::settle);
                case Message.Retry(var stream, var retried) -> unpark(stream, retried);
            }
        }
    }

    private void settle(DeliveryOutcome outcome) {
        StreamWork work = works.get(outcome.unit().stream());
        if (work == null || !work.isOnItsWay(outcome.unit())) {
            return; // handed out before a restart of the job
        }
        List<OutboxEntry> entries = outcome.unit().entries();
        switch (outcome) {
            case DeliveryOutcome.Delivered _ -> {
                held -= entries.size();
                work.delivered();
                observer.delivered(entries.size());
                proceed(work);
            }
            case DeliveryOutcome.Failed(_, int deliveredCount, String failure) -> {
                held -= deliveredCount;
                observer.delivered(deliveredCount);
                work.takeBack(entries.subList(deliveredCount, entries.size()));
                int attempts = work.failedOnce(deliveredCount > 0);
                if (attempts >= settings.attemptsMax()) {
                    park(work, attempts, failure);
                } else {
                    observer.failed(1);
                    pause(work, attempts);
                }
            }
            case DeliveryOutcome.Interrupted(_, _) -> {
                work.takeBack(entries);
                observer.failed(1);
                pause(work, work.interruptedOnce());
            }
        }
    }

    private void proceed(StreamWork work) {
        if (work.isIdle()) {
            works.remove(work.stream());
        } else if (work.isReady()) {
            ready.addLast(work);
        }
    }

    private void pause(StreamWork work, int attempts) {
        long least = settings.backoffMin().toNanos();
        long most = settings.backoffMax().toNanos();
        long factor = 1L << Math.min(attempts - 1, 20);
        long base = least > most / factor ? most : least * factor;
        long jittered = base / 2 + random.nextLong(base / 2 + 1);
        work.pauseUntil(nanoTime.getAsLong() + jittered);
        retries.add(work);
    }

    private void resumeDue(long now) {
        StreamWork work;
        while ((work = retries.peek()) != null && now - work.retryAtNanos() >= 0) {
            retries.remove();
            work.resume();
            ready.addLast(work);
        }
    }

    private void park(StreamWork work, int attempts, String failure) {
        List<OutboxEntry> rest = work.drain();
        List<OutboxEntry> parked = new ArrayList<>(rest.size());
        for (OutboxEntry entry : rest) {
            parked.add(
                    parked.isEmpty()
                            ? entry.parked(attempts, failure)
                            : entry.parked(
                                    0,
                                    "waits behind version " + rest.getFirst().event().version()));
        }
        try {
            store.park(parked);
        } catch (RuntimeException e) {
            System.getLogger(OutboxPublisher.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "stream " + work.stream() + " cannot be parked; it is tried again",
                            e);
            work.takeBack(rest);
            observer.failed(1);
            pause(work, work.interruptedOnce());
            return;
        }
        held -= rest.size();
        works.remove(work.stream());
        parkedStreams.add(work.stream());
        parkedStreamCount = parkedStreams.size();
        countParked(parked.size());
        System.getLogger(OutboxPublisher.class.getName())
                .log(
                        System.Logger.Level.ERROR,
                        "stream {0} is parked at version {1} after {2} attempts: {3}",
                        work.stream(),
                        rest.getFirst().event().version(),
                        attempts,
                        failure);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void countParked(int entries) {
        parkedEntryCount += entries;
        observer.parked(entries);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void unpark(StreamId stream, CompletableFuture<Integer> retried) {
        try {
            List<OutboxEntry> pending = store.unpark(stream);
            parkedEntryCount -= pending.size();
            parkedStreams.remove(stream);
            parkedStreamCount = parkedStreams.size();
            if (!pending.isEmpty()) {
                rewind = true;
            }
            retried.complete(pending.size());
        } catch (RuntimeException e) {
            retried.completeExceptionally(e);
        }
    }
}
