package dev.cobnut.framework.autoconfigure;

import java.util.concurrent.atomic.LongAdder;

/// Counts the requests that were answered since the start.
final class RequestCount {

    private final LongAdder answered = new LongAdder();

    void increment() {
        answered.increment();
    }

    long answered() {
        return answered.sum();
    }
}
