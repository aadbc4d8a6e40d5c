package dev.cobnut.framework.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Lets several writers of one member tell the listener in the order of positions: a writer takes
/// its turn while it holds the lock under which it writes, and tells when its turn has come. So one
/// writes while another tells.
final class CommitOrder {

    private static final System.Logger LOG = System.getLogger(CommitOrder.class.getName());

    /// After so long the turn before is taken for given up: its writer died of an `Error`.
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

    /// The next turn, from 1. Under the lock; whoever takes one must [#tell] in it.
    long nextTurn() {
        return ++lastTurn;
    }

    /// Runs when all turns before were told. 0 is nobody's turn and waits for nobody.
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
