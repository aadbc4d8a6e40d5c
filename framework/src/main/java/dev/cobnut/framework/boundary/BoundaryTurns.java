package dev.cobnut.framework.boundary;

import dev.cobnut.framework.event.EventQuery;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets commands of one member that ask for the same events take turns. Without turns, all but one
/// of those that decide at the same time would lose and decide again. The journal decides in any
/// case; turns only save attempts.
///
/// There is a lock for each part of the hash of an item's tags. A command takes the locks of its
/// items in the order of their numbers, so no two commands wait for each other.
final class BoundaryTurns {

    private static final int LOCKS = 1_024;

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    BoundaryTurns() {
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock(true);
        }
    }

    /// Ends with [#close].
    static final class Turn implements AutoCloseable {

        private final ReentrantLock[] held;
        private int count;

        private Turn(int size) {
            held = new ReentrantLock[size];
        }

        @Override
        public void close() {
            while (count > 0) {
                held[--count].unlock();
            }
        }
    }

    /// @param deadlineNanos `System.nanoTime()` at which the wait ends
    /// @return null when it was not this command's turn in time, or the thread was interrupted
    @Nullable Turn take(EventQuery query, long deadlineNanos) {
        int[] numbers =
                query.items().stream()
                        .mapToInt(item -> Math.floorMod(spread(item.tags().hashCode()), LOCKS))
                        .sorted()
                        .distinct()
                        .toArray();
        Turn turn = new Turn(numbers.length);
        for (int number : numbers) {
            if (!locked(locks[number], deadlineNanos)) {
                turn.close();
                return null;
            }
            turn.held[turn.count++] = locks[number];
        }
        return turn;
    }

    private static boolean locked(ReentrantLock lock, long deadlineNanos) {
        try {
            return lock.tryLock(
                    Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 16);
    }
}
