package dev.cobnut.framework.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LaggingCountTest {

    private static final int ADDED = 1_000_000;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong counted = new AtomicLong();
    private final LaggingCount count =
            new LaggingCount(counted::get, () -> nanos.addAndGet(100_000_000));

    /// Who asked read the last count, and then what was added since another count that ended in
    /// between. What that one had counted was missing.
    @Test
    void whoAsksWhileAnotherThreadCountsGetsNoSmallerNumberThanThereAre() throws Exception {
        AtomicBoolean ends = new AtomicBoolean();
        Thread counting =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!ends.get()) {
                                long _ = count.now();
                            }
                        });
        long missing = 0;
        for (long there = 1; there <= ADDED; there++) {
            counted.incrementAndGet();
            count.add(1);
            missing = Math.max(missing, there - count.now());
        }
        ends.set(true);
        counting.join();
        assertThat(missing).isZero();
    }
}
