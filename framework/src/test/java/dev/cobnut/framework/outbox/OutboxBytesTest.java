package dev.cobnut.framework.outbox;

import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OutboxBytesTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong inMap = new AtomicLong();
    private final List<Long> seen = new ArrayList<>();
    private Runnable duringMeasurement = () -> {};
    private final OutboxBytes bytes = new OutboxBytes(this::measure, nanos::get);

    private long measure() {
        duringMeasurement.run();
        return inMap.get();
    }

    /// What was added since the measurement before was forgotten when the next one began. The
    /// journal's writer saw too few bytes until it was there.
    @Test
    void whoAsksDuringAMeasurementSeesWhatWasAddedBefore() {
        assertThat(bytes.now()).isZero();
        bytes.added(ofStreams(0, 100, T0, 1));
        long added = bytes.now();
        assertThat(added).isGreaterThan(50_000);

        inMap.set(60_000);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        duringMeasurement = () -> seen.add(bytes.now());
        assertThat(bytes.now()).isEqualTo(60_000);
        assertThat(seen).containsExactly(added);
    }
}
