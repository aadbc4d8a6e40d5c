package dev.cobnut.runtime.scheduler;

import java.util.concurrent.atomic.AtomicInteger;

/// Decides whether a thread that has to wait spins for a moment before it parks, and spins.
///
/// # Why spin at all
///
/// Parking a thread and waking it costs both sides some microseconds each. The awaited event is
/// often nearer than that. A thread that spins for as long as parking would cost, and parks then,
/// pays at most twice the cost of the best choice (Karlin, Li, Manasse and Owicki, 1991).
///
/// # Why not always
///
/// A processor that spins does nothing else. So there are three limits:
///
/// - At most one thread fewer than there are processors spins at a time; on one processor none.
/// - After spinning in vain, the next wait does not spin, then the next three, up to 63 in a row. A
///   spin that succeeds ends this at once.
/// - An idle system spins for [#SPIN_NANOS] after its last message and not again.
///
/// Thread-safe. The counts of failed spins are plain fields: a lost update makes a guess a little
/// worse.
final class SpinThenPark {

    /// How long to spin: about as long as parking and waking both sides of a conversation takes on
    /// the virtual machines where this was measured (`AskBenchmark`, row `linked-queue`, which does
    /// nothing else).
    static final long SPIN_NANOS = 20_000;

    /// Tests of the condition between two readings of the clock, which cost as much as a test or
    /// two.
    private static final int TESTS_PER_READING = 8;

    private static final int FAILURES_MAX = 6;

    /// Threads that may spin at the same time.
    static final int SPINNERS_MAX = Runtime.getRuntime().availableProcessors() - 1;

    private final AtomicInteger spinners = new AtomicInteger();
    private int failures;
    private int skips;

    /// What a thread waits for.
    interface Condition {

        /// True when the wait is over.
        boolean isDone();
    }

    /// Spins for a moment, unless it is not worth it.
    ///
    /// @return true when the condition holds
    boolean spin(Condition condition) {
        if (!begin()) {
            return false;
        }
        long start = System.nanoTime();
        boolean done = false;
        do {
            for (int i = 0; i < TESTS_PER_READING && !done; i++) {
                Thread.onSpinWait();
                done = condition.isDone();
            }
        } while (!done && System.nanoTime() - start < SPIN_NANOS);
        end(done);
        return done;
    }

    /// @return true when the caller may spin; it reports the result to [#end]
    boolean begin() {
        int left = skips;
        if (left > 0) {
            skips = left - 1;
            return false;
        }
        if (spinners.incrementAndGet() > SPINNERS_MAX) {
            spinners.decrementAndGet();
            return false;
        }
        return true;
    }

    void end(boolean done) {
        spinners.decrementAndGet();
        if (done) {
            failures = 0;
        } else {
            int times = Math.min(failures + 1, FAILURES_MAX);
            failures = times;
            skips = (1 << times) - 1;
        }
    }
}
