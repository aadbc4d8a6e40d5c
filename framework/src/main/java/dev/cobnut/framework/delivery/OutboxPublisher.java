package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
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
/// An append unparks the thread if it rests, and the [PendingCursor] reads what is new. Every
/// `safetyInterval` it goes back to the beginning and finds entries of which nobody told (put back
/// after a loss, moved from another member); entries that are held already are recognised by their
/// version, take no room, and are passed at once.
///
/// ## In a cluster
///
/// Entries come from every member, in any order and at any time. So a page goes through the
/// [DeliveryOrder] before it is held. The member that added entries tells from which `createdAt` on
/// to look again ([#wake(long)]), and the cursor goes back there.
public final class OutboxPublisher {

    private static final System.Logger LOG = System.getLogger(OutboxPublisher.class.getName());

    private sealed interface Message {
        record Outcomes(List<DeliveryOutcome> outcomes) implements Message {}

        record Retry(StreamId stream, CompletableFuture<Integer> retried) implements Message {}
    }

    private final OutboxStore store;
    private final PublisherSettings settings;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;

    private final DeliveryOrder order;

    private final PendingCursor cursor;
    private final HeldStreams held = new HeldStreams();
    private final ParkedStreams parked;
    private final Queue<Message> messages = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Thread resting;
    private volatile boolean paused;

    public OutboxPublisher(
            OutboxStore store,
            DeliveryOrder order,
            PublisherSettings settings,
            OutboxObserver observer,
            LongSupplier nanoTime,
            RandomGenerator random) {
        this.store = store;
        this.settings = settings;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.random = random;
        this.order = order;
        this.cursor = new PendingCursor(store, settings, observer, nanoTime);
        this.parked = new ParkedStreams(store, observer);
    }

    /// Tells this publisher and those of all other members that entries were added.
    public OutboxFeed.Wake onAllMembers(HazelcastInstance hazelcast) {
        return OutboxWake.over(hazelcast, this);
    }

    /// Something was added to the store. Cheap: any thread, for every append.
    public void wake() {
        cursor.wake();
        unpark();
    }

    /// The same, by somebody whose entries may belong before what was polled already.
    ///
    /// @param firstCreatedAt the smallest `createdAt` of what was added; 0 to look at everything
    public void wake(long firstCreatedAt) {
        cursor.wake(firstCreatedAt);
        unpark();
    }

    /// Tells what became of units that [#nextPage] handed out. Any thread; each unit exactly once.
    void acknowledge(List<DeliveryOutcome> outcomes) {
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

    OutboxStore store() {
        return store;
    }

    public int parkedStreamCount() {
        return parked.streamCount();
    }

    /// Parked entries of this member, by the publisher's account.
    public int parkedEntryCount() {
        return parked.entryCount();
    }

    /// Forgets what it knew, for a job that begins anew: everything that is not deleted from the
    /// store is pending.
    public void restart() {
        messages.removeIf(Message.Outcomes.class::isInstance);
        held.clear();
        cursor.restart();
        order.restart();
    }

    /// The next units to deliver.
    ///
    /// @param restNanos longest time to wait for something to do
    /// @return null when nothing came in that time
    @Nullable DeliveryPage nextPage(long restNanos) {
        long deadline = nanoTime.getAsLong() + restNanos;
        while (true) {
            takeMessages();
            long now = nanoTime.getAsLong();
            held.resumeDue(now);
            if (isPollable() && cursor.isDue(now)) {
                do {
                    poll();
                } while (!held.isAnyReady() && cursor.hasMore() && isPollable());
            }
            if (!paused && held.isAnyReady()) {
                return held.page(settings.pageMax(), settings.unitMax());
            }
            // Read once: what changes after this must end the rest, and does.
            boolean pausedBefore = paused;
            boolean pacing = isPollable() && cursor.isBehind();
            long wait = Math.min(deadline, nextEvent(now)) - nanoTime.getAsLong();
            if (nanoTime.getAsLong() >= deadline) {
                return null;
            }
            if (wait > 0) {
                rest(wait, pacing, pausedBefore);
            }
        }
    }

    private boolean isPollable() {
        return !paused && !isFull();
    }

    private boolean isFull() {
        return held.events() >= settings.heldMax();
    }

    /// The time of the next thing that happens by itself.
    private long nextEvent(long now) {
        return held.nextRetry(
                isPollable() ? cursor.nextDue() : now + settings.safetyInterval().toNanos());
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
        if (messages.isEmpty() && paused == pausedBefore && !(isPollable() && cursor.isBehind())) {
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

    private void poll() {
        List<OutboxEntry> found = cursor.poll();
        if (found.isEmpty()) {
            return;
        }
        List<OutboxEntry> flowing = found;
        List<OutboxEntry> behindParked = List.of();
        if (parked.streamCount() > 0) {
            flowing = new ArrayList<>(found.size());
            behindParked = new ArrayList<>();
            for (OutboxEntry entry : found) {
                (parked.contains(entry.event().stream()) ? behindParked : flowing).add(entry);
            }
        }
        boolean all = hold(pass(flowing));
        parked.parkBehind(behindParked);
        if (all) {
            cursor.passed(found.getLast());
        }
    }

    /// @return false when there is no room for the rest of the page, which is read again
    private boolean hold(DeliveryOrder.Passed passed) {
        for (OutboxEntry entry : passed.next()) {
            if (isFull()) {
                cursor.readAgain();
                return false;
            }
            held.add(entry);
            if (passed.asFound()) {
                cursor.passed(entry);
            }
        }
        return true;
    }

    private DeliveryOrder.Passed pass(List<OutboxEntry> flowing) {
        try {
            DeliveryOrder.Passed passed = order.pass(flowing, held::heldThrough);
            store.markDelivered(passed.leftovers());
            return passed;
        } catch (RuntimeException e) {
            cursor.failed();
            throw e;
        }
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
        StreamWork work = held.workOf(outcome.unit());
        if (work == null) {
            return; // handed out before a restart of the job
        }
        List<OutboxEntry> entries = outcome.unit().entries();
        switch (outcome) {
            case DeliveryOutcome.Delivered _ -> {
                held.delivered(entries.size());
                order.delivered(work.stream(), entries.getLast().event().version());
                work.delivered();
                observer.delivered(entries.size());
                proceed(work);
            }
            case DeliveryOutcome.Failed(_, int deliveredCount, String failure) -> {
                held.delivered(deliveredCount);
                if (deliveredCount > 0) {
                    order.delivered(
                            work.stream(), entries.get(deliveredCount - 1).event().version());
                }
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
        boolean done = held.proceed(work);
        if (done && order.goesOn(work.stream())) {
            cursor.rewind();
        }
    }

    private void pause(StreamWork work, int attempts) {
        long least = settings.backoffMin().toNanos();
        long most = settings.backoffMax().toNanos();
        long factor = 1L << Math.min(attempts - 1, 20);
        long base = least > most / factor ? most : least * factor;
        long jittered = base / 2 + random.nextLong(base / 2 + 1);
        held.pause(work, nanoTime.getAsLong() + jittered);
    }

    private void park(StreamWork work, int attempts, String failure) {
        List<OutboxEntry> rest = work.drain();
        try {
            parked.park(rest, attempts, failure);
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "stream " + work.stream() + " cannot be parked; it is tried again",
                    e);
            work.takeBack(rest);
            observer.failed(1);
            pause(work, work.interruptedOnce());
            return;
        }
        held.remove(work, rest.size());
    }

    private void unpark(StreamId stream, CompletableFuture<Integer> retried) {
        try {
            int pending = parked.unpark(stream);
            if (pending > 0) {
                cursor.rewind();
            }
            retried.complete(pending);
        } catch (RuntimeException e) {
            retried.completeExceptionally(e);
        }
    }
}
