package dev.cobnut.runtime.actor;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// Whether a thread that has to wait looks for a moment before it parks.
///
/// # Why look at all
///
/// To park a thread and to wake it again costs the two sides some microseconds each; what is waited
/// for is often nearer than that. Who looks for as long as parking would cost, and parks then, has
/// paid at most twice of what the best choice would have been (Karlin, Li, Manasse and Owicki,
/// 1991).
///
/// # Why not always
///
/// A processor that looks does nothing else. So nobody looks where there is one processor, at most
/// one thread less than there are processors looks at a time, and where looking was in vain it is
/// done ever more rarely: after the first time every second wait, then every fourth, up to every
/// 64th. What comes in time brings it back at once. A system that is idle looks no more than
/// [#LOOK_NANOS] after its last message.
///
/// Thread-safe. The counts of what was in vain are plain: a lost update makes a guess a little
/// worse.
final class Patience {

    /// How long to look: of the order of what parking and waking both sides of a conversation takes
    /// on the virtual machines that this was measured on (`AskBenchmark`, row `linked-queue`, which
    /// does nothing else).
    static final long LOOK_NANOS = 20_000;

    /// Looks between two readings of the clock, which cost as much as a look or two.
    static final int LOOKS_PER_READING = 8;

    private static final int IN_VAIN_MAX = 6;

    /// Threads that look at the same time.
    static final int LOOKERS_MAX = Runtime.getRuntime().availableProcessors() - 1;

    private final AtomicInteger lookers = new AtomicInteger();
    private int inVain;
    private int leftOut;

    /// Looks for a moment, when that is worth it.
    ///
    /// @param there whether it has come
    /// @return whether it was there
    boolean look(BooleanSupplier there) {
        if (!begin()) {
            return false;
        }
        long start = System.nanoTime();
        boolean found = false;
        do {
            for (int i = 0; i < LOOKS_PER_READING && !found; i++) {
                Thread.onSpinWait();
                found = there.getAsBoolean();
            }
        } while (!found && System.nanoTime() - start < LOOK_NANOS);
        end(found);
        return found;
    }

    /// Whether to look now. Who was told true says afterwards how it went: [#end].
    boolean begin() {
        int out = leftOut;
        if (out > 0) {
            leftOut = out - 1;
            return false;
        }
        if (lookers.incrementAndGet() > LOOKERS_MAX) {
            lookers.decrementAndGet();
            return false;
        }
        return true;
    }

    void end(boolean found) {
        lookers.decrementAndGet();
        if (found) {
            inVain = 0;
        } else {
            int times = Math.min(inVain + 1, IN_VAIN_MAX);
            inVain = times;
            leftOut = (1 << times) - 1;
        }
    }
}
