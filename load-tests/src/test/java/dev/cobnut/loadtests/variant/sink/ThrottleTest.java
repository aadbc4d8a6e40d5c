package dev.cobnut.loadtests.variant.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThrottleTest {

    private final AtomicLong nanos = new AtomicLong(1_000);
    private final Throttle throttle = new Throttle(nanos::get);

    @Test
    void withoutALimitNothingWaits() {
        assertThat(throttle.nanosFor(1_000_000)).isZero();
    }

    @Test
    void eventsPassAtTheRateAndIdleTimeIsNoCredit() {
        throttle.limit(100);
        assertThat(throttle.nanosFor(50)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(throttle.nanosFor(50)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1_000));
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
        assertThat(throttle.nanosFor(1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10));
    }

    @Test
    void aNegativeRateIsRefused() {
        assertThatThrownBy(() -> throttle.limit(-1)).hasMessageContaining("0 (no limit) or more");
        assertThatThrownBy(() -> throttle.limit(Double.NaN)).hasMessageContaining("perSecond");
    }
}
