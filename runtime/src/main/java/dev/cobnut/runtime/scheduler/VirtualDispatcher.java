package dev.cobnut.runtime.scheduler;

import dev.cobnut.runtime.scheduler.Dispatcher.Lane;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Virtual threads, as many as there are turns that run or block, and one queue of turns that are
/// due.
///
/// # Which thread takes a turn
///
/// A turn is queued (`due`), and a thread without a turn takes it. Waking a thread for each turn
/// would cost more than most turns. So one thread at a time has the role of searching, and a queued
/// turn wakes a thread only when nobody has the role.
///
/// ```text
///   called ──► searching ── found a turn ──► running ── turn ended ──► takes the next turn
///     ▲            │  gives the role up,        ▲                           │ none is due
///     │            │  and calls another thread  └───────────────────────────┤
///     │            │  if more turns are due                                 │ nobody searches
///     │            ▼ nothing came                                           ▼
///   spare ◄────────┴──────────────── another thread searches ◄───────── searching
/// ```
///
/// While a turn is due, some thread searches ([DueTurns]). A thread that has found a turn gives the
/// role up before it runs the turn, so no turn waits behind a handler that blocks.
///
/// # Spinning before parking
///
/// A searching thread that finds nothing spins for a moment ([SpinThenPark]), so that it is still
/// awake when a sender replies to an answer. It spins only if the last turn came from a platform
/// thread: a virtual sender may be waiting for the very processor that would spin.
///
/// # Fairness
///
/// A turn with more to do goes to the end of the queue when others are due, and goes on at once
/// when none are. A thread that has run turns for a millisecond yields to other virtual threads.
///
/// # Spare threads
///
/// A thread without a turn parks as a spare one, up to [#SPARE_MAX] ([SpareWorkers]). When the
/// queue is full, a turn gets a thread of its own.
final class VirtualDispatcher extends Dispatcher implements Lane, SpinThenPark.Condition {

    private static final Logger LOG = System.getLogger(VirtualDispatcher.class.getName());

    /// Threads without a turn that are kept.
    private static final int SPARE_MAX = 256;

    /// Turns that may be due and have no thread.
    static final int DUE_MAX = 4_096;

    private final DueTurns due = new DueTurns(DUE_MAX);
    private final SpinThenPark spinning = new SpinThenPark();
    private final SpareWorkers spare = new SpareWorkers(SPARE_MAX);

    /// True when the last turn came from a platform thread. A racy guess.
    private volatile boolean platformSender;

    private volatile boolean closed;

    @Override
    public Lane lane(@Nullable Object key, long id) {
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
            makeSomebodySearch();
        } else {
            new VirtualWorker(this, turn).start();
        }
    }

    @Override
    public void close() {
        closed = true;
        spare.dismissAll();
    }

    /// After a turn was queued. Does not throw: the turn is in the queue, and the next thread that
    /// queues or takes a turn calls this again.
    private void makeSomebodySearch() {
        if (!due.takeRole()) {
            return;
        }
        VirtualWorker worker = spare.poll();
        if (worker != null) {
            worker.call();
            return;
        }
        try {
            new VirtualWorker(this, null).start();
        } catch (OutOfMemoryError e) {
            boolean _ = due.giveRoleUp();
            LOG.log(Level.ERROR, "no thread could be started for a turn that is due", e);
        }
    }

    // ---- for workers

    /// Searches with the role, and gives it up before it returns.
    @Nullable Turn search() {
        while (true) {
            Turn turn = spinForTurn();
            if (due.giveRoleUp()) {
                if (turn != null) {
                    makeSomebodySearch();
                } else if (due.takeRole()) {
                    continue;
                }
            }
            return turn;
        }
    }

    private @Nullable Turn spinForTurn() {
        Turn turn = due.poll();
        if (turn == null && platformSender && !closed && spinning.spin(this)) {
            turn = due.poll();
        }
        return turn;
    }

    /// True when a turn is due.
    @Override
    public boolean isDone() {
        return due.hasAny();
    }

    /// The next turn, for a thread without the role.
    @Nullable Turn next() {
        Turn turn = due.poll();
        return turn == null && due.takeRole() ? search() : turn;
    }

    /// Queues a turn that has more to do.
    ///
    /// @return false when no other turn is due or the queue is full; the worker goes on with it
    ///   then
    boolean queueBehindOthers(Turn turn) {
        if (!due.hasAny() || !due.offer(turn)) {
            return false;
        }
        makeSomebodySearch();
        return true;
    }

    /// Keeps a worker as a spare thread.
    ///
    /// @return false when enough are kept
    boolean keep(VirtualWorker worker) {
        if (!spare.offer(worker)) {
            return false;
        }
        if (closed) {
            // the close may have looked before this one was there
            spare.dismissAll();
        }
        return true;
    }
}
