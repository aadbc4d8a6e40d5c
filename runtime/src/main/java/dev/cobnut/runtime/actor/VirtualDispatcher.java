package dev.cobnut.runtime.actor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/// Virtual threads, as many as there are turns that run or block, and one queue of the turns that
/// are due.
///
/// # Who takes a turn
///
/// A turn is queued (`due`) and taken by a thread that has none. To wake a thread for each turn
/// would cost more than most turns; so there is a role, searching, for one thread at a time, and a
/// turn that is queued needs a wake-up only when nobody has the role.
///
/// ```text
///   called ──► searching ── found a turn ──► running ── turn ended ──► takes the next that is due
///     ▲            │  gives the role up,        ▲                           │ none
///     │            │  and calls somebody        └───────────────────────────┤
///     │            │  if more turns are due                                 │ nobody searches
///     │            ▼ nothing came                                           ▼
///   spare ◄────────┴──────────────── somebody else searches ◄────────── searching
/// ```
///
/// While a turn is due, somebody searches ([DueTurns]). A thread that found a turn gives the role
/// on before it runs it: handlers may block, the others do not wait for them.
///
/// # Looking before parking
///
/// Who searches and finds nothing looks for a moment ([Patience]): a sender that answers an answer
/// finds it still awake. Only when the turn before came from a platform thread: a virtual one may
/// be in line for the very processor on which we would look.
///
/// # Being fair
///
/// A turn with more to do goes to the end of the queue when others are due, and goes on at once
/// when none are. A thread that has run for [#SLICE_NANOS] yields to other virtual threads.
///
/// A thread without a turn parks as a spare one, up to [#SPARE_MAX]: its start would cost about as
/// much as handling a few messages. The last one that parked goes first (`hot`): its stack is still
/// in the cache. When the queue is full, a turn gets a thread of its own.
final class VirtualDispatcher extends Dispatcher implements Lane {

    private static final Logger LOG = System.getLogger(VirtualDispatcher.class.getName());

    /// Threads without a turn that are kept.
    static final int SPARE_MAX = 256;

    /// Turns that are due and have no thread.
    static final int DUE_MAX = 4_096;

    /// How long a thread runs turns before other virtual threads may have its processor: a yield
    /// costs some microseconds, and the JDK itself takes the processor from no virtual thread.
    static final long SLICE_NANOS = 1_000_000;

    private final DueTurns due = new DueTurns(DUE_MAX);
    private final BooleanSupplier isDue = due::hasAny;
    private final Patience patience = new Patience();

    private final AtomicReference<@Nullable Worker> hot = new AtomicReference<>();
    private final MpmcAtomicArrayQueue<Worker> spare = new MpmcAtomicArrayQueue<>(SPARE_MAX);

    /// Whether the last turn came from a platform thread. A guess, and used as one.
    private volatile boolean platformSender;

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
        boolean platform = !Thread.currentThread().isVirtual();
        if (platformSender != platform) {
            platformSender = platform;
        }
        if (due.offer(turn)) {
            letSomebodySearch();
        } else {
            start(new Worker(turn));
        }
    }

    @Override
    public void close() {
        closed = true;
        dismissSpare();
    }

    /// After a turn was queued. Does not throw: the turn is in the queue, and who takes or queues
    /// another one comes by here too.
    private void letSomebodySearch() {
        if (!due.takeRole()) {
            return;
        }
        Worker worker = takeSpare();
        if (worker != null) {
            worker.call();
            return;
        }
        try {
            start(new Worker(null));
        } catch (OutOfMemoryError e) {
            boolean _ = due.giveRoleUp(); // who queues or finds the next one tries again
            LOG.log(Level.ERROR, "no thread could be started for a turn that is due", e);
        }
    }

    private static void start(Worker worker) {
        Thread.ofVirtual().name("actor").start(worker);
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

    // ---- turns that are due

    /// For a thread that searches; when this returns it does so no more.
    private @Nullable Turn search() {
        while (true) {
            Turn turn = look();
            if (due.giveRoleUp()) {
                if (turn != null) {
                    letSomebodySearch();
                } else if (due.takeRole()) {
                    continue;
                }
            }
            return turn;
        }
    }

    private @Nullable Turn look() {
        Turn turn = due.poll();
        if (turn == null && platformSender && !closed && patience.look(isDue)) {
            turn = due.poll();
        }
        return turn;
    }

    /// For a thread that does not search.
    private @Nullable Turn next() {
        Turn turn = due.poll();
        return turn == null && due.takeRole() ? search() : turn;
    }

    /// One thread: its turns, one after the other.
    private final class Worker implements Runnable {

        private final @Nullable Turn first;
        private volatile @Nullable Thread thread;
        private volatile boolean called;
        private volatile boolean dismissed;

        /// When it had the processor from; only its own thread uses it.
        private long sliceNanos;

        /// @param first its first turn; null for a thread that begins by searching
        Worker(@Nullable Turn first) {
            this.first = first;
        }

        /// By somebody who has taken the role of searching for it.
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
            Turn turn = first == null ? search() : first;
            while (true) {
                while (turn != null) {
                    turn = runAndTakeNext(turn);
                }
                if (!park()) {
                    return;
                }
                turn = search();
            }
        }

        private @Nullable Turn runAndTakeNext(Turn turn) {
            boolean more = run(turn);
            boolean _ = Thread.interrupted(); // of that turn, not of the next
            boolean queued = more && due.hasAny() && due.offer(turn);
            if (queued) {
                letSomebodySearch();
            }
            giveWay();
            return more && !queued ? turn : next();
        }

        private static boolean run(Turn turn) {
            try {
                return turn.run();
            } catch (Throwable thrown) {
                // handlers keep their exceptions: this one is the runtime's
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

        /// Without a turn, until it is called.
        ///
        /// @return whether it searches now; false when there are enough spare threads, or none are
        ///   wanted any more
        private boolean park() {
            called = false;
            if (!hot.compareAndSet(null, this) && !spare.offer(this)) {
                return false;
            }
            if (closed) {
                // the close may have looked before this one was there
                dismissSpare();
            }
            while (!called && !dismissed) {
                LockSupport.park(this);
            }
            sliceNanos = System.nanoTime();
            return called;
        }
    }
}
