package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The events that a handler holds, in a lane per stream. At most one virtual thread works on a
/// lane, and it takes the events in order. Used by the handler's thread; only [#run] runs on
/// others, and hands its result over in a queue.
final class Lanes {

    /// Most events of a stream that a virtual thread handles before it reports.
    private static final int BATCH_MAX = 64;

    /// Time after which a virtual thread reports, so that the cursor advances.
    private static final long BATCH_NANOS_MAX = Duration.ofMillis(10).toNanos();

    /// What became of a batch.
    ///
    /// @param done number of its events that were handled
    /// @param failure why the next one was not; null when nothing failed
    record Result(StreamLane lane, int done, @Nullable Throwable failure) {}

    private final EventHandler handler;
    private final HandlerSettings settings;
    private final long heldBytesMax;
    private final BooleanSupplier mayHandle;
    private final LongSupplier nanoTime;
    private final Runnable wake;
    private final ExecutorService threads;
    private final Queue<Result> results = new ConcurrentLinkedQueue<>();

    private final Map<StreamId, StreamLane> lanes = new HashMap<>();

    /// Those of the lanes that try a parked stream again.
    private final Set<StreamLane> retries = new LinkedHashSet<>();

    private final Queue<StreamLane> ready = new ArrayDeque<>();
    private final PriorityQueue<StreamLane> pausing =
            new PriorityQueue<>(Comparator.comparingLong(StreamLane::resumeAtNanos));

    /// Positions that were read and are neither handled nor parked.
    private final TreeSet<Long> open = new TreeSet<>();

    private int held;
    private long heldBytes;
    private int running;

    /// @param heldBytesMax bytes from which on no further page is read
    /// @param mayHandle asked before each event; false when this member may own the cursor no more
    /// @param wake called on another thread when there is a result
    Lanes(
            EventHandler handler,
            HandlerSettings settings,
            long heldBytesMax,
            BooleanSupplier mayHandle,
            LongSupplier nanoTime,
            Runnable wake) {
        this.handler = handler;
        this.settings = settings;
        this.heldBytesMax = heldBytesMax;
        this.mayHandle = mayHandle;
        this.nanoTime = nanoTime;
        this.wake = wake;
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("handler-" + handler.name() + "-", 0).factory());
    }

    boolean hasRoom() {
        return held < settings.heldMax() && heldBytes < heldBytesMax;
    }

    boolean isOpen() {
        return !open.isEmpty();
    }

    /// The first position that is neither handled nor parked.
    long firstOpen() {
        return open.first();
    }

    @Nullable StreamLane find(StreamId stream) {
        return lanes.get(stream);
    }

    /// Adds an event whose position the cursor must not pass before it is handled.
    void add(RecordedEvent event) {
        open.add(event.position());
        StreamLane lane = lanes.computeIfAbsent(event.stream(), StreamLane::of);
        boolean wasIdle = lane.isEmpty();
        hold(lane, event);
        if (wasIdle) {
            ready.add(lane);
        }
    }

    void beginRetry(StreamId stream, long version) {
        StreamLane lane = StreamLane.retry(stream, version);
        lanes.put(stream, lane);
        retries.add(lane);
    }

    /// The lanes of retries that have handled all that they have.
    List<StreamLane> emptyRetries() {
        return retries.stream().filter(StreamLane::isEmpty).toList();
    }

    /// @param events not empty
    void refill(StreamLane retry, List<RecordedEvent> events) {
        events.forEach(event -> hold(retry, event));
        ready.add(retry);
    }

    private void hold(StreamLane lane, RecordedEvent event) {
        lane.add(event);
        held++;
        heldBytes += EventPage.bytes(List.of(event));
    }

    private void released(RecordedEvent event) {
        held--;
        heldBytes -= EventPage.bytes(List.of(event));
        open.remove(event.position());
    }

    /// Forgets the lane and its events.
    void drop(StreamLane lane) {
        lane.waiting().forEach(this::released);
        lanes.remove(lane.stream());
        retries.remove(lane);
    }

    void pause(StreamLane lane, long untilNanos) {
        lane.pauseUntil(untilNanos);
        pausing.add(lane);
    }

    /// When the next lane resumes; null when none pauses.
    @Nullable Long resumeAtNanos() {
        StreamLane next = pausing.peek();
        return next == null ? null : next.resumeAtNanos();
    }

    void startReady() {
        long now = nanoTime.getAsLong();
        for (StreamLane next = pausing.peek();
                next != null && next.resumeAtNanos() - now <= 0;
                next = pausing.peek()) {
            pausing.remove();
            ready.add(next);
        }
        while (running < settings.parallelMax() && mayHandle.getAsBoolean()) {
            StreamLane lane = ready.poll();
            if (lane == null) {
                return;
            }
            running++;
            List<RecordedEvent> batch = lane.batch(BATCH_MAX);
            threads.execute(() -> run(lane, batch));
        }
    }

    private void run(StreamLane lane, List<RecordedEvent> batch) {
        int done = 0;
        Throwable failure = null;
        long began = nanoTime.getAsLong();
        try {
            while (done < batch.size()
                    && mayHandle.getAsBoolean()
                    && (done == 0 || nanoTime.getAsLong() - began < BATCH_NANOS_MAX)) {
                handler.handle(batch.get(done));
                done++;
            }
        } catch (Throwable e) { // an error of a handler is its own: its stream parks
            failure = e;
        } finally {
            results.add(new Result(lane, done, failure));
            wake.run();
        }
    }

    /// Takes the results that have come since. The lane of a failure waits for what the caller
    /// decides; the others go on.
    ///
    /// @return in the order in which they came
    List<Result> collect() {
        List<Result> collected = new ArrayList<>();
        for (Result result = results.poll(); result != null; result = results.poll()) {
            running--;
            StreamLane lane = result.lane();
            for (int i = 0; i < result.done(); i++) {
                released(lane.handled());
            }
            if (result.failure() == null) {
                if (!lane.isEmpty()) {
                    ready.add(lane);
                } else if (!lane.isRetry()) {
                    lanes.remove(lane.stream());
                }
            }
            collected.add(result);
        }
        return collected;
    }

    /// Waits for the events that are being handled, and begins no other. Interrupts what takes
    /// longer than the deadline.
    ///
    /// @return false when something still runs
    boolean end(Duration deadline) {
        threads.shutdown();
        try {
            if (threads.awaitTermination(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
            threads.shutdownNow();
            return threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
