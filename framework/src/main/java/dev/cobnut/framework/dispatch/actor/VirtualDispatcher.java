package dev.cobnut.framework.dispatch.actor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// A virtual thread per active actor.
///
/// A thread that has no turn any more does not end at once: a start costs hundreds of bytes and
/// about as much time as handling a few messages, and a question whose answer wakes an actor would
/// pay it every time. Up to [#SPARE_MAX] threads park and are handed the next turns. There is no
/// bound on threads at work, for each may block: there are as many as active actors.
///
/// The last one that parked goes first (`hot`): its stack is still in the cache.
final class VirtualDispatcher extends Dispatcher implements Lane {

    private static final Logger LOG = System.getLogger(VirtualDispatcher.class.getName());

    /// Threads without a turn that are kept.
    static final int SPARE_MAX = 256;

    private final AtomicReference<@Nullable Worker> hot = new AtomicReference<>();
    private final MpmcAtomicArrayQueue<Worker> spare = new MpmcAtomicArrayQueue<>(SPARE_MAX);
    private volatile boolean closed;

    @Override
    Lane lane(@Nullable Object key, long id) {
        return this;
    }

    @Override
    public void execute(Turn turn) {
        if (closed) {
            throw new RejectedExecutionException("the dispatcher is closed");
        }
        Worker worker = takeSpare();
        if (worker == null) {
            Thread.ofVirtual().name("actor").start(new Worker(turn));
        } else {
            worker.give(turn);
        }
    }

    @Override
    public void close() {
        closed = true;
        dismissSpare();
    }

    private @Nullable Worker takeSpare() {
        Worker worker = hot.get() == null ? null : hot.getAndSet(null);
        return worker != null ? worker : spare.poll();
    }

    private void dismissSpare() {
        for (Worker worker = takeSpare(); worker != null; worker = takeSpare()) {
            worker.dismiss();
        }
    }

    /// One thread: its turns, one after the other.
    private final class Worker implements Runnable {

        private volatile @Nullable Turn next;
        private volatile @Nullable Thread thread;
        private volatile boolean dismissed;

        Worker(Turn first) {
            this.next = first;
        }

        void give(Turn turn) {
            next = turn;
            LockSupport.unpark(thread);
        }

        void dismiss() {
            dismissed = true;
            LockSupport.unpark(thread);
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            Turn turn = next;
            while (turn != null) {
                run(turn);
                boolean _ = Thread.interrupted(); // of that turn, not of the next
                turn = await();
            }
        }

        @SuppressWarnings("ThreadPriorityCheck") // a yield gives the carrier to the next in line
        private static void run(Turn turn) {
            try {
                while (turn.run()) {
                    // others that wait for a processor first
                    Thread.yield();
                }
            } catch (Throwable thrown) {
                // handlers keep their exceptions: this one is the runtime's
                LOG.log(Level.ERROR, "a turn ended in an exception", thrown);
            }
        }

        /// The next turn; null when there are enough spare threads, or none are wanted any more.
        private @Nullable Turn await() {
            next = null;
            if (!hot.compareAndSet(null, this) && !spare.offer(this)) {
                return null;
            }
            if (closed) {
                // the close may have looked before this one was there
                dismissSpare();
            }
            Turn turn = next;
            while (turn == null && !dismissed) {
                LockSupport.park(this);
                turn = next;
            }
            return turn;
        }
    }
}
