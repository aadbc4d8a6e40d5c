package dev.cobnut.framework.handler;

import java.time.Duration;
import java.util.function.LongSupplier;

/// The time in which a sink sends nothing, because its receiver is not there or asked for it. All
/// streams wait for it: what one of them was told is true for the others. Thread-safe.
public final class ReceiverPause {

    /// The first pause that the receiver did not ask for. It doubles until there is an answer.
    public static final Duration SHORTEST = Duration.ofMillis(200);

    public static final Duration LONGEST = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;
    private String reason = "";
    private long untilNanos;
    private Duration next = SHORTEST;
    private boolean isAway;

    /// @param nanoTime as [System#nanoTime]
    public ReceiverPause(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.untilNanos = nanoTime.getAsLong();
    }

    /// @throws RetryLaterException while the pause lasts
    public synchronized void requireOver() throws RetryLaterException {
        long left = untilNanos - nanoTime.getAsLong();
        if (left > 0) {
            throw new RetryLaterException(reason, Duration.ofNanos(left));
        }
    }

    /// The receiver asked for a pause. A longer one that began before stays.
    ///
    /// @return true when the receiver had answered well before
    public synchronized boolean asked(String why, Duration pause) {
        long until = nanoTime.getAsLong() + pause.toNanos();
        if (until - untilNanos > 0) {
            untilNanos = until;
            reason = why;
        }
        return away();
    }

    /// The receiver is not there. Requests that were on their way together begin one pause.
    ///
    /// @return true when the receiver had answered well before
    public synchronized boolean missed(String why) {
        long now = nanoTime.getAsLong();
        if (untilNanos - now <= 0) {
            untilNanos = now + next.toNanos();
            reason = why;
            Duration twice = next.multipliedBy(2);
            next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
        }
        return away();
    }

    private boolean away() {
        boolean wasThere = !isAway;
        isAway = true;
        return wasThere;
    }

    /// The receiver gave an answer other than to wait. A pause that it asked for goes on.
    ///
    /// @return true when it had not answered well before
    public synchronized boolean answered() {
        boolean wasAway = isAway;
        isAway = false;
        next = SHORTEST;
        return wasAway;
    }
}
