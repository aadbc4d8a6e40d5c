package dev.cobnut.framework.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Lets several writers of one member call the listener in the order of positions.
///
/// A writer takes a turn while it holds the lock under which it writes. It calls the listener when
/// all earlier turns are over. So one writer can write while another calls the listener.
final class CommitOrder {

    private static final System.Logger LOG = System.getLogger(CommitOrder.class.getName());

    /// Longest wait for the turn before; its writer has died of an `Error` then.
    private static final long TURN_SECONDS_MAX = 60;

    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock telling = new ReentrantLock();
    private final Condition told = telling.newCondition();

    /// Guarded by `writing`.
    private long lastTurn;

    /// Guarded by `telling`.
    private long toldThrough;

    void lock() {
        writing.lock();
    }

    void unlock() {
        writing.unlock();
    }

    /// The next turn, from 1. Call it under the lock; [#tell] must follow.
    long nextTurn() {
        return ++lastTurn;
    }

    /// Runs the task after the tasks of all earlier turns. With turn 0 it runs at once.
    void tell(long turn, Runnable task) {
        if (turn == 0) {
            task.run();
            return;
        }
        await(turn);
        try {
            task.run();
        } finally {
            pass(turn);
        }
    }

    private void await(long turn) {
        telling.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(TURN_SECONDS_MAX);
            while (toldThrough < turn - 1 && left > 0) {
                try {
                    left = told.awaitNanos(left);
                } catch (InterruptedException e) {
                    LOG.log(
                            System.Logger.Level.DEBUG,
                            "The journal's writer ignores interrupts.",
                            e);
                }
            }
        } finally {
            telling.unlock();
        }
    }

    private void pass(long turn) {
        telling.lock();
        try {
            toldThrough = Math.max(toldThrough, turn);
            told.signalAll();
        } finally {
            telling.unlock();
        }
    }
}
