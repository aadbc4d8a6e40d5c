package dev.cobnut.runtime.scheduler;

import dev.cobnut.runtime.scheduler.Dispatcher.Turn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One thread of a [VirtualDispatcher]: it runs turns one after the other, and parks as a spare
/// thread when there are none.
final class VirtualWorker implements Runnable {

    private static final Logger LOG = System.getLogger(VirtualWorker.class.getName());

    /// How long a thread runs turns before other virtual threads may have its processor. A yield
    /// costs some microseconds, and the JDK itself takes the processor from no virtual thread.
    private static final long SLICE_NANOS = 1_000_000;

    private final VirtualDispatcher dispatcher;
    private final @Nullable Turn first;
    private volatile @Nullable Thread thread;
    private volatile boolean called;
    private volatile boolean dismissed;

    /// When this thread last got the processor. Only this thread uses it.
    private long sliceNanos;

    /// @param first its first turn; null for a thread that begins by searching
    VirtualWorker(VirtualDispatcher dispatcher, @Nullable Turn first) {
        this.dispatcher = dispatcher;
        this.first = first;
    }

    void start() {
        Thread.ofVirtual().name("actor").start(this);
    }

    /// Wakes it to search. The caller has taken the role for it.
    void call() {
        called = true;
        LockSupport.unpark(thread);
    }

    void dismiss() {
        dismissed = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        sliceNanos = System.nanoTime();
        Turn turn = first == null ? dispatcher.search() : first;
        while (true) {
            while (turn != null) {
                turn = runAndTakeNext(turn);
            }
            if (!park()) {
                return;
            }
            turn = dispatcher.search();
        }
    }

    private @Nullable Turn runAndTakeNext(Turn turn) {
        boolean more = run(turn);
        boolean _ = Thread.interrupted(); // an interrupt was for that turn, not for the next
        boolean queued = more && dispatcher.queueBehindOthers(turn);
        giveWay();
        return more && !queued ? turn : dispatcher.next();
    }

    private static boolean run(Turn turn) {
        try {
            return turn.run();
        } catch (Throwable thrown) {
            // actors handle the exceptions of their handlers: this one is the runtime's
            LOG.log(Level.ERROR, "a turn ended in an exception", thrown);
            return false;
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a yield gives the carrier to the next in line
    private void giveWay() {
        if (System.nanoTime() - sliceNanos > SLICE_NANOS) {
            Thread.yield();
            sliceNanos = System.nanoTime();
        }
    }

    /// Parks as a spare thread until it is called.
    ///
    /// @return true when it has the role of searching; false when there are enough spare threads,
    ///   or the dispatcher is closed
    private boolean park() {
        called = false;
        if (!dispatcher.keep(this)) {
            return false;
        }
        while (!called && !dismissed) {
            LockSupport.park(this);
        }
        sliceNanos = System.nanoTime();
        return called;
    }
}
