package dev.cobnut.framework.table.owner;

import dev.cobnut.framework.event.Failures;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The thread of one table on this member. It acquires the table, lets a [Work] run it, releases
/// it, and begins again, until it is closed. What the threads of a table wait for and what they
/// tell goes through it. Thread-safe, apart from what is the table's own thread's.
public final class TableThread implements AutoCloseable {

    /// Pause after a failure, and between two attempts to run the table.
    public static final Duration PAUSE = Duration.ofSeconds(1);

    /// Shortest time between two reads at the end of the journal.
    private static final long READ_NANOS_MIN = Duration.ofMillis(5).toNanos();

    /// Longest wait of a stop for the running turn.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(15);

    private static final Logger LOG = System.getLogger(TableThread.class.getName());

    /// Runs a table, on its thread.
    public interface Work {

        /// Called before each attempt to run the table.
        ///
        /// @return false when this member cannot run it now
        boolean isReady() throws Exception;

        /// Runs the table until [#renew] is false, or it begins again.
        void own() throws Exception;

        /// Called after each attempt.
        default void left() {}
    }

    private final String table;
    private final TableOwnership ownership;
    private final TableSettings settings;
    private final TableObserver observer;
    private final Semaphore signal = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private volatile boolean runsHere;
    private volatile @Nullable String toldFailure;

    public TableThread(
            String table,
            TableOwnership ownership,
            TableSettings settings,
            TableObserver observer) {
        this.table = table;
        this.ownership = ownership;
        this.settings = settings;
        this.observer = observer;
    }

    /// Called once.
    public void start(Work work) {
        Thread begun = beside("", () -> run(work));
        begun.start();
        thread = begun;
    }

    /// A thread of this table.
    ///
    /// @param suffix of its name
    public Thread beside(String suffix, Runnable work) {
        return Thread.ofPlatform()
                .name("cobnut-table-" + table + suffix)
                .daemon(true)
                .unstarted(work);
    }

    private void run(Work work) {
        while (!isClosed()) {
            try {
                if (work.isReady() && ownership.acquire()) {
                    runsHere = true;
                    work.own();
                }
            } catch (Throwable e) {
                tell(e);
            } finally {
                runsHere = false;
                work.left();
            }
            release();
            pause(); // another member may be able to
        }
    }

    private void release() {
        try {
            ownership.release();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.DEBUG,
                    "the table " + table + " was not released; its term ends by itself",
                    e);
        }
    }

    public boolean runsHere() {
        return runsHere;
    }

    public boolean isClosed() {
        return closing.getCount() == 0;
    }

    /// See [TableOwnership#renew]. Called by the table's own thread.
    ///
    /// @return false also when this object is closed
    public boolean renew(long position) {
        return !isClosed() && ownership.renew(position);
    }

    /// See [TableOwnership#isLeft].
    public boolean isLeft(int version) {
        return ownership.isLeft(version);
    }

    /// There are new events. Any thread; cheap.
    public void appended() {
        if (runsHere) {
            signal();
        }
    }

    /// Ends the wait of [#followed].
    public void signal() {
        if (signal.availablePermits() == 0) {
            signal.release();
        }
    }

    private void await(long nanos) {
        try {
            boolean _ = signal.tryAcquire(nanos, TimeUnit.NANOSECONDS);
            signal.drainPermits();
        } catch (InterruptedException _) {
            closing.countDown(); // only close() interrupts
        }
    }

    /// Waits for [#PAUSE], whatever happens meanwhile except a stop. So new events do not make more
    /// of the attempts that fail.
    public void pause() {
        try {
            boolean _ = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            closing.countDown(); // only close() interrupts
        }
    }

    /// Waits after a turn of the live build: for a [#signal] when it found no event, and otherwise
    /// so that a busy journal is read by pages. Called by the table's own thread.
    ///
    /// @param begunNanos when the turn began
    /// @param applied number of its events
    /// @param isAtEnd false when the journal surely has more
    public void followed(long begunNanos, int applied, boolean isAtEnd) {
        if (applied == 0) {
            await(settings.pollInterval().toNanos());
            return;
        }
        toldFailure = null;
        long left = READ_NANOS_MIN - (System.nanoTime() - begunNanos);
        if (left > 0 && isAtEnd) {
            await(left);
        }
    }

    /// Counts a failure that is tried again, and logs it unless it was the last that was logged.
    public void tell(Throwable failure) {
        Failures.rethrowFatal(failure);
        if (isClosed()) {
            return;
        }
        observer.failed(table);
        String reason = String.valueOf(failure.getMessage());
        LOG.log(
                reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                "the table " + table + " cannot go on: " + reason + "; it tries again",
                failure);
        toldFailure = reason;
    }

    /// Begins no further turn.
    public void beginClosing() {
        closing.countDown();
        signal.release();
    }

    /// Ends the running turn. Called before the journal closes.
    @Override
    public void close() {
        beginClosing();
        Thread running = thread;
        try {
            if (running != null && !running.join(CLOSE_MAX)) {
                running.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
