package dev.cobnut.runtime.actor;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/// The restarts of an actor within the window of its [Supervision].
final class Restarts {

    private static final int DOUBLINGS_MAX = 30;

    private final Supervision supervision;
    private final ArrayDeque<Long> times = new ArrayDeque<>();

    Restarts(Supervision supervision) {
        this.supervision = supervision;
    }

    /// Counts a restart.
    ///
    /// @return false when the limit of the window is reached
    boolean allow(long nowNanos) {
        long windowNanos = supervision.window().toNanos();
        while (!times.isEmpty() && nowNanos - times.getFirst() >= windowNanos) {
            times.removeFirst();
        }
        if (times.size() >= supervision.restartsMax()) {
            return false;
        }
        times.addLast(nowNanos);
        return true;
    }

    /// The pause before the last counted restart; 0 for none.
    long pauseNanos(RandomGenerator random) {
        long min = supervision.backoffMin().toNanos();
        if (min == 0) {
            return 0;
        }
        long max = supervision.backoffMax().toNanos();
        int doublings = Math.min(times.size() - 1, DOUBLINGS_MAX);
        long full = min > max >> doublings ? max : min << doublings;
        return full - (long) (random.nextDouble() * full / 2);
    }
}
