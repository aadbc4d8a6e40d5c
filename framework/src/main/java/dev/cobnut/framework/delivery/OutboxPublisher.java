package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Takes this member's pending entries out of the store, page by page, in order per stream.
///
/// ## Threads
///
/// One thread at a time, the source of the delivery job, calls [#nextPage]. This thread owns all
/// state of the publisher. Other threads send it messages: outcomes from the end of the pipeline
/// ([#acknowledge]), requests of an operator ([#retry]) and the append's [#wake]. Only the owner of
/// a partition drains it, so there are no claims and no heartbeats.
///
/// ## Order
///
/// While a unit of a stream is on its way, later events of that stream wait here. A failed unit
/// returns to the front, and its stream pauses (exponential backoff with jitter). After
/// `attemptsMax` failures of one event, its stream is parked: the journal records it, and the
/// stream's entries leave the store, after those views that can take them have them. Other streams
/// are not affected.
///
/// ## Wake-ups, with a poll as the fallback
///
/// An append wakes the thread when it rests, and the [PendingCursor] reads the new entries. Every
/// `safetyInterval`, the cursor goes back to the beginning. It then finds entries without a
/// wake-up: those that were put back after a loss, and those that moved here from another member.
/// Entries that are already held are recognised by their version and take no room.
///
/// ## Few pages on their way
///
/// A page has fixed costs in every stage. While [#PAGES_MAX] pages are on their way, what is polled
/// waits for the next one. So the pages grow when a stage is slow, and their fixed costs fall.
///
/// ## In a cluster
///
/// Entries come from every member, in any order and at any time. So a page goes through the
/// [DeliveryOrder] before it is held. The member that added entries sends their smallest
/// `createdAt` ([#wake(long)]), and the cursor goes back to it.
public final class OutboxPublisher {

    private static final System.Logger LOG = System.getLogger(OutboxPublisher.class.getName());

    /// Most pages whose outcomes are not known yet: one in each stage that follows, one before it,
    /// and one that waits for the commit of an earlier one.
    static final int PAGES_MAX = 4;

    private sealed interface Message {
        record Outcomes(List<DeliveryOutcome> outcomes) implements Message {}

        record Retry(StreamId stream, CompletableFuture<Long> retried) implements Message {}
    }

    private final OutboxStore store;
    private final PublisherSettings settings;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;

    private final DeliveryOrder order;

    private final PendingCursor cursor;
    private final HeldStreams held = new HeldStreams();

    /// Streams that failed too often, until the end of the messages that tell of it.
    private final List<Undeliverable> undeliverable = new ArrayList<>();

    private final Queue<Message> messages = new ConcurrentLinkedQueue<>();
    private volatile Consumer<List<OutboxEntry>> beforeDrop = _ -> {};
    private volatile IntConsumer onDropped = _ -> {};

    /// Set while the thread rests in [#nextPage], and when that has returned no page, until the
    /// next call.
    private volatile @Nullable Thread restingThread;

    /// Set while a page waits for the outcomes of those that are on their way.
    private volatile @Nullable Thread threadAwaitingOutcomes;

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
        this.cursor = new PendingCursor(store, order.isAsAppended(), settings, observer, nanoTime);
    }

    /// Creates the wake-up that tells the publishers of all members, this one included, that
    /// entries were added.
    public OutboxFeed.Wake onAllMembers(HazelcastInstance hazelcast) {
        return OutboxWake.over(hazelcast, this);
    }

    /// Tells that entries were added to the store. Any thread.
    public void wake() {
        cursor.wake();
        unpark();
    }

    /// Tells that entries were added that may lie before those already polled. Any thread.
    ///
    /// @param firstCreatedAt the smallest `createdAt` of the added entries, in µs; 0 to poll
    ///   everything again
    public void wake(long firstCreatedAt) {
        cursor.wake(firstCreatedAt);
        unpark();
    }

    /// Hands over entries that were added to the store, so that no query is needed for them. Any
    /// thread; cheap enough for every append.
    public void handOver(List<OutboxEntry> added) {
        cursor.handOver(added);
        unpark();
    }

    /// Reports the outcomes of units that [#nextPage] returned. Any thread; exactly once for each
    /// unit.
    void acknowledge(List<DeliveryOutcome> outcomes) {
        messages.add(new Message.Outcomes(outcomes));
        unpark();
        LockSupport.unpark(threadAwaitingOutcomes); // does nothing when there is none
    }

    /// Makes the events of a parked stream deliverable again. The feed then brings them into the
    /// map of the stream's owner ([OutboxFeed#unparked]).
    ///
    /// @return completed with the number of those events, 0 when the stream is not parked
    CompletableFuture<Long> retry(StreamId stream) {
        CompletableFuture<Long> retried = new CompletableFuture<>();
        messages.add(new Message.Retry(stream, retried));
        unpark();
        return retried;
    }

    /// Stops returning pages until [#resume]. Units that are already on their way are still
    /// delivered.
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

    /// Sets the receivers of entries that leave the store undelivered, because their stream is
    /// parked or because they were leftovers. Called on the publisher's thread.
    ///
    /// @param before gets the entries before they leave; must not throw
    /// @param after gets their number afterwards
    void onDropped(Consumer<List<OutboxEntry>> before, IntConsumer after) {
        beforeDrop = before;
        onDropped = after;
    }

    /// Resets the state for a new job: every pending entry of the store is polled again.
    public void restart() {
        messages.removeIf(Message.Outcomes.class::isInstance);
        undeliverable.clear();
        held.clear();
        cursor.restart();
        order.restart();
    }

    /// The next units to deliver.
    ///
    /// @param restNanos longest time to wait for a unit, in ns
    /// @return null when there was no unit in that time
    @Nullable DeliveryPage nextPage(long restNanos) {
        restingThread = null;
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
            boolean isReady = !paused && held.isAnyReady();
            if (isReady && held.pagesOnTheirWay() < PAGES_MAX) {
                return held.page(settings.pageMax(), settings.unitMax());
            }
            // Read before the rest: a change after this point ends the rest.
            boolean wasPaused = paused;
            boolean pacing = isPollable() && cursor.hasNew();
            long wait = Math.min(deadline, nextEvent(now)) - nanoTime.getAsLong();
            if (nanoTime.getAsLong() >= deadline) {
                // Until the next call, so that a wake-up ends the caller's pause, too.
                restingThread = Thread.currentThread();
                if (isQuiet(pacing, wasPaused)) {
                    return null;
                }
                restingThread = null;
                continue;
            }
            if (wait > 0 && isReady && pacing) {
                awaitOutcomes(wait);
            } else if (wait > 0) {
                rest(wait, pacing, wasPaused);
            }
        }
    }

    private boolean isPollable() {
        return !paused && !isFull();
    }

    private boolean isFull() {
        return held.events() >= settings.heldMax();
    }

    /// The time of the next retry or poll that is due without a wake-up.
    private long nextEvent(long now) {
        return held.nextRetry(
                isPollable() ? cursor.nextDue() : now + settings.safetyInterval().toNanos());
    }

    /// @param pacing true when entries were added and the next poll waits for `pace`; no wake-up
    ///   needs to end this rest early
    private void rest(long nanos, boolean pacing, boolean wasPaused) {
        if (pacing) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        restingThread = Thread.currentThread();
        // Set before the last check, so that no wake-up in between is missed.
        if (isQuiet(false, wasPaused)) {
            LockSupport.parkNanos(this, nanos);
        }
        restingThread = null;
    }

    private boolean isQuiet(boolean pacing, boolean wasPaused) {
        boolean isAnyNew = !pacing && isPollable() && cursor.hasNew();
        return messages.isEmpty() && paused == wasPaused && !isAnyNew;
    }

    /// Entries that are added do not end this wait.
    private void awaitOutcomes(long nanos) {
        threadAwaitingOutcomes = Thread.currentThread();
        if (messages.isEmpty()) { // after the field is set, so that no outcome is missed
            LockSupport.parkNanos(this, nanos);
        }
        threadAwaitingOutcomes = null;
    }

    private void unpark() {
        Thread thread = restingThread;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private void poll() {
        List<OutboxEntry> found = cursor.poll();
        if (found.isEmpty()) {
            return;
        }
        DeliveryOrder.Passed passed = pass(found);
        boolean allHeld = hold(passed);
        if (allHeld) {
            cursor.passed(found.getLast());
        } else {
            cursor.readAgain(passed.asFound() ? List.of() : found);
        }
    }

    /// @return false when there is no room for the rest of the page
    private boolean hold(DeliveryOrder.Passed passed) {
        for (OutboxEntry entry : passed.next()) {
            if (isFull()) {
                return false;
            }
            held.add(entry);
            if (passed.asFound()) {
                cursor.passed(entry);
            }
        }
        return true;
    }

    private DeliveryOrder.Passed pass(List<OutboxEntry> found) {
        try {
            DeliveryOrder.Passed passed = order.pass(found, held::heldThrough);
            if (!passed.leftovers().isEmpty()) {
                beforeDrop.accept(passed.leftovers());
                store.markDelivered(passed.leftovers());
                onDropped.accept(passed.leftovers().size());
            }
            return passed;
        } catch (Throwable e) {
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
        parkUndeliverable();
    }

    private void settle(DeliveryOutcome outcome) {
        StreamWork work = held.workOf(outcome.unit());
        if (work == null) {
            return; // handed out before a restart of the job
        }
        held.settled(work);
        List<OutboxEntry> entries = outcome.unit().entries();
        switch (outcome) {
            case DeliveryOutcome.Delivered _ -> {
                held.delivered(entries.size());
                order.delivered(work.stream(), entries.getLast().event().version());
                work.delivered();
                observer.delivered(entries.size());
                proceed(work);
            }
            case DeliveryOutcome.Failed(_, int deliveredCount, var failures) -> {
                held.delivered(deliveredCount);
                if (deliveredCount > 0) {
                    order.delivered(
                            work.stream(), entries.get(deliveredCount - 1).event().version());
                }
                observer.delivered(deliveredCount);
                work.takeBack(entries.subList(deliveredCount, entries.size()));
                int attempts = work.failedOnce(deliveredCount > 0);
                log(work, failures, attempts);
                if (attempts >= settings.attemptsMax()) {
                    undeliverable.add(new Undeliverable(work, attempts, sentences(failures)));
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

    /// Logs each failure when it is met for the first time, not at every attempt.
    private void log(StreamWork work, List<Views.Failure> failures, int attempts) {
        if (work.isKnownFailure(sentences(failures))) {
            return;
        }
        for (Views.Failure failure : failures) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the projection "
                            + failure.view()
                            + " cannot apply version "
                            + failure.version()
                            + " of stream "
                            + work.stream()
                            + " (attempt "
                            + attempts
                            + " of "
                            + settings.attemptsMax()
                            + "; then the stream is parked)",
                    failure.cause());
        }
    }

    private static String sentences(List<Views.Failure> failures) {
        return failures.stream().map(Views.Failure::sentence).collect(Collectors.joining("; "));
    }

    private void proceed(StreamWork work) {
        boolean done = held.proceed(work);
        if (done && order.goesOn(work.stream())) {
            cursor.rewind();
        }
    }

    private void pause(StreamWork work, int attempts) {
        long min = settings.backoffMin().toNanos();
        long max = settings.backoffMax().toNanos();
        long factor = 1L << Math.min(attempts - 1, 20);
        long base = min > max / factor ? max : min * factor;
        long jittered = base / 2 + random.nextLong(base / 2 + 1);
        held.pause(work, nanoTime.getAsLong() + jittered);
    }

    private record Undeliverable(StreamWork work, int attempts, String failure) {

        ParkedStream parked() {
            return new ParkedStream(work.first().event(), attempts, failure);
        }
    }

    /// Parks all of them by one commit, because a broken projection fails for many streams at once.
    /// Their entries are leftovers from now on; the next look from the beginning finds them.
    private void parkUndeliverable() {
        if (undeliverable.isEmpty()) {
            return;
        }
        List<Undeliverable> all = List.copyOf(undeliverable);
        undeliverable.clear();
        try {
            Set<StreamId> parked = order.park(all.stream().map(Undeliverable::parked).toList());
            for (Undeliverable each : all) {
                if (parked.contains(each.work().stream())) {
                    observer.parked(1);
                    LOG.log(
                            System.Logger.Level.ERROR,
                            "stream {0} is parked at version {1} after {2} attempts: {3}",
                            each.work().stream(),
                            each.work().first().event().version(),
                            each.attempts(),
                            each.failure());
                }
                held.remove(each.work());
            }
            cursor.rewind();
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            LOG.log(
                    System.Logger.Level.WARNING,
                    all.size() + " streams cannot be parked; the publisher tries again",
                    e);
            for (Undeliverable each : all) {
                observer.failed(1);
                pause(each.work(), each.work().interruptedOnce());
            }
        }
    }

    private void unpark(StreamId stream, CompletableFuture<Long> retried) {
        try {
            retried.complete(order.unpark(stream));
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            retried.completeExceptionally(e);
        }
    }
}
