package dev.cobnut.benchmarks.scenario;

import java.util.concurrent.atomic.AtomicLongArray;

/// Counts the numbered messages that a handler saw, and checks the order of each sender's messages.
/// One thread at a time writes, others read.
final class MessageCheck {

    private static final int SEEN = 0;
    private static final int OUT_OF_ORDER = 1;
    private static final int FAILED = 2;

    /// A message with its sender and its number; numbers begin at 1.
    record Numbered(int sender, int number) {}

    /// The failure that is planted.
    static final class Planted extends RuntimeException {

        Planted() {
            super("planted", null, false, false);
        }
    }

    private final AtomicLongArray counts = new AtomicLongArray(3);
    private final int[] last;
    private final int failEvery;

    /// @param failEvery 0 for never
    MessageCheck(int senders, int failEvery) {
        last = new int[senders];
        this.failEvery = failEvery;
    }

    /// Called by the handler for each message.
    void see(Numbered message) {
        if (message.number <= last[message.sender]) {
            add(OUT_OF_ORDER);
        }
        last[message.sender] = message.number;
        long seen = add(SEEN);
        if (failEvery > 0 && seen % failEvery == 0) {
            add(FAILED);
            throw new Planted();
        }
    }

    private long add(int which) {
        return counts.incrementAndGet(which);
    }

    long seen() {
        return counts.get(SEEN);
    }

    long outOfOrder() {
        return counts.get(OUT_OF_ORDER);
    }

    long failed() {
        return counts.get(FAILED);
    }
}
