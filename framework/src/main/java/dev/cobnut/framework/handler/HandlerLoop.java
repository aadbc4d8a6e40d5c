package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.journal.CursorClaim;
import dev.cobnut.framework.journal.Journal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The background role of one handler: claims its cursor, makes turns while it owns it, and begins
/// again. A failure of the journal is logged once and tried again.
final class HandlerLoop implements AutoCloseable {

    /// Pause after a failure of the journal.
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(1);

    /// Time between two attempts to follow an owner.
    private static final Duration CLAIM_PAUSE = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(HandlerLoop.class.getName());

    private final EventHandler handler;
    private final Set<String> categories;
    private final Journal journal;
    private final EventReader reader;
    private final LoopLimits limits;
    private final HandlerSettings settings;
    private final HandlerObserver observer;
    private final LongSupplier nanoTime;
    private final Semaphore signal = new Semaphore(0);
    private final Thread thread;
    private volatile @Nullable OwnedCursor owned;
    private volatile boolean closed;
    private @Nullable String toldFailure;

    HandlerLoop(
            EventHandler handler,
            Journal journal,
            EventReader reader,
            LoopLimits limits,
            HandlerSettings settings,
            HandlerObserver observer,
            LongSupplier nanoTime) {
        this.handler = handler;
        this.categories = Set.copyOf(handler.categories());
        this.journal = journal;
        this.reader = reader;
        this.limits = limits;
        this.settings = settings;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.thread =
                Thread.ofPlatform()
                        .name("cobnut-handler-" + handler.name())
                        .daemon(true)
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// There are new events. Any thread; cheap.
    void appended() {
        OwnedCursor current = owned;
        if (current != null) {
            current.lookForEvents();
            signal();
        }
    }

    /// An operator wants a parked stream to be tried again. Any thread.
    void retryWanted() {
        OwnedCursor current = owned;
        if (current != null) {
            current.lookForRetries();
            signal();
        }
    }

    private void signal() {
        if (signal.availablePermits() == 0) {
            signal.release();
        }
    }

    boolean runsHere() {
        return owned != null;
    }

    boolean isStalled() {
        OwnedCursor current = owned;
        return current != null && current.isStalled();
    }

    HandlerStatus.@Nullable Waiting waiting() {
        OwnedCursor current = owned;
        return current == null ? null : current.waiting();
    }

    private void run() {
        while (!closed) {
            OwnedCursor current = null;
            try {
                long now = nanoTime.getAsLong();
                CursorClaim claim = journal.cursors().claim(handler.name(), limits.term());
                if (claim == null) {
                    await(CLAIM_PAUSE.toNanos());
                    continue;
                }
                current =
                        new OwnedCursor(
                                handler,
                                categories,
                                claim,
                                now,
                                journal,
                                reader,
                                limits,
                                settings,
                                observer,
                                nanoTime,
                                this::signal);
                owned = current;
                makeTurns(current);
            } catch (Throwable e) {
                tell(e);
                await(FAILURE_PAUSE.toNanos());
            } finally {
                owned = null;
                if (current != null && closed) {
                    current.end();
                } else if (current != null) {
                    current.abandon();
                }
            }
        }
    }

    /// Makes turns until the handler is closed or another member is the owner.
    private void makeTurns(OwnedCursor current) {
        while (!closed) {
            long idle = FAILURE_PAUSE.toNanos();
            try {
                if (!current.turn()) {
                    return;
                }
                idle = current.idleNanos();
                toldFailure = null;
            } catch (RuntimeException e) {
                tell(e);
            }
            await(idle);
        }
    }

    private void tell(Throwable failure) {
        Failures.rethrowFatal(failure);
        String reason = String.valueOf(failure.getMessage());
        LOG.log(
                closed || reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                "the handler " + handler.name() + " cannot go on: " + reason + "; it tries again",
                failure);
        toldFailure = reason;
    }

    private void await(long nanos) {
        try {
            boolean _ = signal.tryAcquire(nanos, TimeUnit.NANOSECONDS);
            signal.drainPermits();
        } catch (InterruptedException _) {
            closed = true; // only close() interrupts
        }
    }

    /// Waits for the events that are being handled, at most for the deadline of the settings.
    @Override
    public void close() {
        beginClosing();
        if (!thread.isAlive()) {
            return;
        }
        try {
            if (!thread.join(settings.drainDeadline().plusSeconds(5))) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Begins no further event.
    void beginClosing() {
        closed = true;
        signal.release();
    }
}
