package dev.cobnut.framework.delivery;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The thread of one of the job's stages. Jet lets it rest while no page comes, about as long as
/// none has come. Thread-safe.
///
/// While a job ends and the next one begins, this may be the thread of the other one. Then a page
/// waits until its stage has rested.
final class StageThread {

    /// A page that follows another one sooner ends no rest, because the rest is not longer than
    /// this. Under load a page comes every few ms, and a wake-up for each would cost CPU.
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final LongSupplier nanoTime;

    private volatile @Nullable Thread thread;

    private volatile long lastPageNanos;

    StageThread(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastPageNanos = nanoTime.getAsLong();
    }

    /// Called by the stage whenever it looks for a page, because a new job has a new thread.
    void registerCurrentThread() {
        Thread current = Thread.currentThread();
        if (!current.equals(thread)) {
            thread = current;
        }
    }

    /// Called by the stage before, once for each page that it has passed on. Ends the rest when no
    /// page came for some time.
    void wakeForPage() {
        long now = nanoTime.getAsLong();
        if (now - lastPageNanos >= QUIET_NANOS) {
            wake();
        }
        lastPageNanos = now;
    }

    /// Ends any rest. Any thread.
    void wake() {
        LockSupport.unpark(thread);
    }
}
