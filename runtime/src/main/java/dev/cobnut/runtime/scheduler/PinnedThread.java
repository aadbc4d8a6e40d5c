package dev.cobnut.runtime.scheduler;

import dev.cobnut.runtime.scheduler.Dispatcher.Lane;
import dev.cobnut.runtime.scheduler.Dispatcher.Turn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// A thread of a [PinnedDispatcher] and the queue of its turns. A turn that has more to do goes to
/// the end of the queue, so the actors of a thread take turns.
///
/// # No lost wake-up, no polling
///
/// A thread that finds no turn, even after spinning for a moment ([SpinThenPark]), sets `parked`,
/// looks again, and parks. A thread that queues a turn queues first and then reads `parked`. These
/// are volatile steps, so at least one of the two sees the other.
///
/// The queue needs no bound of its own: an actor is in it once at most.
final class PinnedThread extends Thread implements Lane, SpinThenPark.Condition {

    private static final Logger LOG = System.getLogger(PinnedThread.class.getName());

    /// Turns per chunk of the queue.
    private static final int CHUNK = 256;

    private final MpscUnboundedAtomicArrayQueue<Turn> ready =
            new MpscUnboundedAtomicArrayQueue<>(CHUNK);

    /// Shared by all threads of the dispatcher, because they spin on the same processors.
    private final SpinThenPark spinning;

    private volatile boolean parked;
    private volatile boolean closed;

    PinnedThread(String name, SpinThenPark spinning) {
        super(name);
        this.spinning = spinning;
        setDaemon(true);
    }

    @Override
    public void execute(Turn turn) {
        if (closed) {
            throw new RejectedExecutionException("the dispatcher of " + getName() + " is closed");
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
                // many actors share this thread: it goes on
                LOG.log(Level.ERROR, "a turn ended in an exception", thrown);
            }
            boolean _ = Thread.interrupted(); // an interrupt was for that turn, not for the next
        }
    }

    /// True when a turn is ready.
    @Override
    public boolean isDone() {
        return !ready.isEmpty();
    }

    /// @return null when the dispatcher is closed and no turn is left
    private @Nullable Turn next() {
        while (true) {
            Turn turn = ready.poll();
            if (turn == null && spinning.spin(this)) {
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
