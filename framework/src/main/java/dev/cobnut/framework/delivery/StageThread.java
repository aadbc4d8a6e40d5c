package dev.cobnut.framework.delivery;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread of one of the job's stages, which Jet lets rest while nothing comes, longer each
/// time. Thread-safe.
///
/// While a job ends and the next one begins, this may be the thread of the other one. Then a page
/// waits until its stage has rested.
final class StageThread {

    /// A shorter rest is not ended. Under load a page comes every few ms, and a wake-up for each
    /// would cost more CPU than the rests cost time.
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private volatile @Nullable Thread thread;

    /// Written before each rest, and before each page.
    private volatile long lookedAtNanos = System.nanoTime();

    /// Called by the stage whenever it looks for a page.
    void noteLook() {
        lookedAtNanos = System.nanoTime();
        Thread current = Thread.currentThread();
        if (!current.equals(thread)) {
            thread = current;
        }
    }

    /// Ends a long rest, because there is a page. Any thread.
    void wake() {
        if (System.nanoTime() - lookedAtNanos >= REST_NANOS) {
            wakeAtOnce();
        }
    }

    /// Ends any rest. Any thread.
    void wakeAtOnce() {
        LockSupport.unpark(thread);
    }
}
