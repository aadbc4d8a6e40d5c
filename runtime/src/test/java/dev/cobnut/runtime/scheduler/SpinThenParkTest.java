package dev.cobnut.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("severalProcessors")
class SpinThenParkTest {

    private final SpinThenPark spinning = new SpinThenPark();

    static boolean severalProcessors() {
        return Runtime.getRuntime().availableProcessors() > 1;
    }

    @BeforeEach
    void theFirstWaitSpins() {
        assertThat(spinning.begin()).isTrue();
        spinning.end(true);
    }

    private int waitsWithoutSpinning() {
        int times = 0;
        while (!spinning.begin()) {
            times++;
        }
        return times;
    }

    @Test
    void spinningThatFailsIsSkippedMoreAndMoreOftenUpTo63TimesInARow() {
        for (int expected : new int[] {0, 1, 3, 7, 15, 31, 63, 63, 63}) {
            assertThat(waitsWithoutSpinning()).isEqualTo(expected);
            spinning.end(false);
        }
    }

    @Test
    void aSpinThatSucceedsEndsTheSkippingAtOnce() {
        for (int i = 0; i < 10; i++) {
            int _ = waitsWithoutSpinning();
            spinning.end(false);
        }
        int _ = waitsWithoutSpinning();
        spinning.end(true);
        assertThat(waitsWithoutSpinning()).isZero();
    }

    @Test
    void oneProcessorAtLeastIsLeftToThreadsThatWork() {
        for (int i = 0; i < SpinThenPark.SPINNERS_MAX; i++) {
            assertThat(spinning.begin()).isTrue();
        }
        assertThat(spinning.begin()).isFalse();
        spinning.end(true);
        assertThat(spinning.begin()).isTrue();
    }
}
