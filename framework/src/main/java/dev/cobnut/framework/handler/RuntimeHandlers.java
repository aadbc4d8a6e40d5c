package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CursorState;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Runs handlers that come and go while the service runs: one for each webhook of a customer, for
/// example. Each has a cursor of its own and all that [EventHandler] promises; none waits for
/// another. Thread-safe.
///
/// Who runs them decides on which member: a cursor has one owner, but here every handler that is
/// run tries to become it. So the caller runs them on one member, for example where
/// [Handlers#runsHere] is true for a handler of its own.
///
/// One thread reads the end of the journal for all of them. Without a handler it reads nothing.
public final class RuntimeHandlers implements AutoCloseable {

    /// How often a handler makes a turn without being woken; it finds retries that were asked for
    /// at another member.
    private static final Duration TURN = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(RuntimeHandlers.class.getName());

    private final Journal journal;
    private final HandlerSettings settings;
    private final HandlerObserver observer;
    private final LongSupplier nanoTime;
    private final Duration pollInterval;
    private final JournalTail tail;
    private final Map<String, HandlerLoop> loops = new ConcurrentHashMap<>();
    private final Semaphore signal = new Semaphore(0);
    private final Thread reader;
    private volatile boolean closed;
    private @Nullable String toldFailure;

    /// @param name of the thread that reads the journal
    /// @param settings of each handler; `pollInterval` is how often the journal is read for all
    /// @param nanoTime as [System#nanoTime]
    public RuntimeHandlers(
            String name,
            Journal journal,
            HandlerSettings settings,
            HandlerObserver observer,
            LongSupplier nanoTime) {
        this.journal = journal;
        this.settings = turning(settings);
        this.pollInterval = settings.pollInterval();
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.tail = new JournalTail(journal);
        this.reader = Thread.ofPlatform().name(name).daemon(true).unstarted(this::readOn);
    }

    private static HandlerSettings turning(HandlerSettings settings) {
        return new HandlerSettings(
                settings.pageMax(),
                settings.heldMax(),
                settings.parallelMax(),
                settings.attemptsMax(),
                settings.backoffMin(),
                settings.backoffMax(),
                settings.parkedMax(),
                TURN.compareTo(settings.pollInterval()) < 0 ? settings.pollInterval() : TURN,
                settings.stalledAfter(),
                settings.drainDeadline());
    }

    /// Called once, when the journal has started.
    public void start() {
        reader.start();
    }

    private void readOn() {
        while (!closed) {
            try {
                if (loops.isEmpty()) {
                    tail.clear();
                    signal.acquire();
                } else {
                    if (tail.refresh()) {
                        loops.values().forEach(HandlerLoop::appended);
                    }
                    toldFailure = null;
                    boolean _ = signal.tryAcquire(pollInterval.toNanos(), TimeUnit.NANOSECONDS);
                }
                signal.drainPermits();
            } catch (InterruptedException _) {
                return; // only close() interrupts
            } catch (Throwable e) {
                tell(e);
                await(pollInterval);
            }
        }
    }

    private void await(Duration pause) {
        try {
            boolean _ = signal.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            closed = true; // only close() interrupts
        }
    }

    private void tell(Throwable failure) {
        Failures.rethrowFatal(failure);
        String reason = String.valueOf(failure.getMessage());
        LOG.log(
                closed || reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                reader.getName() + " cannot read the journal: " + reason + "; it tries again",
                failure);
        toldFailure = reason;
    }

    /// Runs a handler, and registers its cursor when it is new; [EventHandler#start] is not asked.
    /// One that runs under the same name is stopped, and the new one goes on from its cursor.
    ///
    /// @param after a new handler begins after this position
    /// @throws dev.cobnut.framework.event.UnusableDomainException when the name or a category
    ///   cannot be
    public void run(EventHandler handler, long after) {
        String name = Handlers.requireName(handler);
        handler.categories().forEach(StreamId::requireCategory);
        journal.cursors().register(name, after);
        HandlerLoop loop =
                new HandlerLoop(
                        handler, journal, tail, LoopLimits.OF_MANY, settings, observer, nanoTime);
        HandlerLoop former = loops.put(name, loop);
        if (former == null) {
            loop.start();
        } else {
            former.beginClosing();
            Thread.ofVirtual()
                    .name(name + "-exchange")
                    .start(() -> {
                        former.close(); // so that no two of them have a stream's event in work
                        loop.start();
                    });
        }
        signal.release();
    }

    /// Begins no further event of a handler. What is being handled ends, or is interrupted after
    /// the drain deadline of the settings; this call does not wait for it.
    ///
    /// @return false when no handler of this name is run here
    public boolean stop(String name) {
        HandlerLoop loop = loops.remove(name);
        if (loop != null) {
            loop.beginClosing();
        }
        return loop != null;
    }

    /// Stops a handler and removes its cursor, with its parked streams. A handler of this name is a
    /// new one afterwards.
    public void forget(String name) {
        boolean _ = stop(name);
        journal.cursors().forget(name);
    }

    /// The names of the handlers that are run on this member.
    public Set<String> names() {
        return Set.copyOf(loops.keySet());
    }

    /// How far handlers are, whichever member runs them. Asks the journal. One that has never run
    /// is left out.
    public List<HandlerStatus> statuses(List<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        List<CursorState> states = journal.cursors().states(names);
        long last = journal.lastPosition();
        return states.stream()
                .map(state -> {
                    HandlerLoop loop = loops.get(state.cursor());
                    return new HandlerStatus(
                            state.cursor(),
                            state.position(),
                            Math.max(0, last - state.position()),
                            state.parked(),
                            loop != null && loop.runsHere(),
                            loop != null && loop.isStalled(),
                            loop == null ? null : loop.waiting());
                })
                .toList();
    }

    /// Parked streams of a handler, in the order of the events that could not be handled.
    ///
    /// @param limit most streams to return, from 1
    public List<ParkedStream> parked(String name, int limit) {
        return journal.cursors().readParked(name, limit);
    }

    /// Tries all parked streams of a handler again, whichever member runs it.
    ///
    /// @return their number
    public int retryAll(String name) {
        int parked = journal.cursors().retryAll(name);
        HandlerLoop loop = loops.get(name);
        if (parked > 0 && loop != null) {
            loop.retryWanted();
        }
        return parked;
    }

    /// Stops all handlers, and waits for the events that are being handled. Called before the
    /// journal closes.
    @Override
    public void close() {
        closed = true;
        reader.interrupt();
        loops.values().forEach(HandlerLoop::beginClosing);
        loops.values().forEach(HandlerLoop::close);
        loops.clear();
    }
}
