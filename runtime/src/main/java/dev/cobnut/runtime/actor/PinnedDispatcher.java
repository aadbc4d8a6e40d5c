package dev.cobnut.runtime.actor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// N platform threads, and a queue of turns for each. A turn that has more to do goes to the end of
/// the queue: the actors of a thread take turns.
///
/// # No lost wake-up, no polling
///
/// A thread that finds nothing, also after looking for a moment ([Patience]), says so (`parked`),
/// looks again, and parks. Whoever queues a turn queues first and then reads `parked`. Both are
/// volatile steps, so one sees the other.
///
/// The queues need no bound of their own: an actor is in its queue once at most.
final class PinnedDispatcher extends Dispatcher {

    static final int THREADS_MAX = 1_024;

    private static final Logger LOG = System.getLogger(PinnedDispatcher.class.getName());

    /// Turns per chunk of a queue.
    private static final int CHUNK = 256;

    private final PinnedLane[] lanes;

    PinnedDispatcher(String name, int threads) {
        if (threads < 1 || threads > THREADS_MAX) {
            throw new IllegalArgumentException(
                    "a pinned dispatcher has from 1 to "
                            + THREADS_MAX
                            + " threads, but was given "
                            + threads);
        }
        lanes = new PinnedLane[threads];
        Patience patience = new Patience();
        for (int i = 0; i < threads; i++) {
            lanes[i] = new PinnedLane(name + "-" + i, patience);
        }
        for (PinnedLane lane : lanes) {
            lane.start();
        }
    }

    @Override
    Lane lane(@Nullable Object key, long id) {
        int hash = key == null ? Long.hashCode(id) : spread(key.hashCode());
        return lanes[Math.floorMod(hash, lanes.length)];
    }

    @Override
    public void close() {
        for (PinnedLane lane : lanes) {
            lane.close();
        }
    }

    /// Upper bits count too, as in `HashMap`.
    private static int spread(int hash) {
        return hash ^ (hash >>> 16);
    }

    /// One of the threads.
    static final class PinnedLane extends Thread implements Lane {

        private final MpscUnboundedAtomicArrayQueue<Turn> ready =
                new MpscUnboundedAtomicArrayQueue<>(CHUNK);
        private final BooleanSupplier isReady = this::hasReady;

        /// Of all threads of the dispatcher: they look on the same processors.
        private final Patience patience;

        private volatile boolean parked;
        private volatile boolean closed;

        PinnedLane(String name, Patience patience) {
            super(name);
            this.patience = patience;
            setDaemon(true);
        }

        @Override
        public void execute(Turn turn) {
            if (closed) {
                throw new RejectedExecutionException(
                        "the dispatcher of " + getName() + " is closed");
            }
            boolean _ = ready.offer(turn); // without a bound: always true
            wake();
        }

        void close() {
            closed = true;
            wake();
        }

        private void wake() {
            if (parked) {
                parked = false;
                LockSupport.unpark(this);
            }
        }

        @Override
        public void run() {
            while (true) {
                Turn turn = next();
                if (turn == null) {
                    return;
                }
                try {
                    if (turn.run()) {
                        boolean _ = ready.offer(turn);
                    }
                } catch (Throwable thrown) {
                    // the thread is that of many actors: it goes on
                    LOG.log(Level.ERROR, "a turn ended in an exception", thrown);
                }
                boolean _ = Thread.interrupted(); // of that turn, not of the next
            }
        }

        private boolean hasReady() {
            return !ready.isEmpty();
        }

        private @Nullable Turn next() {
            while (true) {
                Turn turn = ready.poll();
                if (turn == null && patience.look(isReady)) {
                    turn = ready.poll();
                }
                if (turn != null) {
                    return turn;
                }
                parked = true;
                if (ready.isEmpty()) {
                    if (closed) {
                        return null;
                    }
                    LockSupport.park(this);
                }
                parked = false;
            }
        }
    }
}
