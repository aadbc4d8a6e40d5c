package dev.cobnut.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final WarmUp WARM_UP =
            new WarmUp(Duration.ofSeconds(20), Duration.ofSeconds(50));

    @Test
    void itEndsWhenTheCompilerHasLittleLeftToDo() throws IOException {
        WarmUp.Result result = loadsOfTenSeconds(0.3, 0.2, 0.1, 0.04, 0.0);

        assertThat(result).isEqualTo(new WarmUp.Result(40, 0.04));
        assertThat(result.isWarm()).isTrue();
    }

    @Test
    void itTakesItsLeastTime() throws IOException {
        assertThat(loadsOfTenSeconds(0.0, 0.01, 0.3)).isEqualTo(new WarmUp.Result(20, 0.01));
    }

    @Test
    void itEndsAfterItsLongestTimeAndSaysThatTheServiceIsNotWarm() throws IOException {
        WarmUp.Result result = loadsOfTenSeconds(0.3, 0.3, 0.3, 0.3, 0.3, 0.3);

        assertThat(result).isEqualTo(new WarmUp.Result(50, 0.3));
        assertThat(result.isWarm()).isFalse();
    }

    @Test
    void withoutTheCompilersTimeItTakesItsLeastTime() throws IOException {
        assertThat(loadsOfTenSeconds(null, null, null)).isEqualTo(new WarmUp.Result(20, null));
    }

    @Test
    void withoutATimeThereIsNone() throws IOException {
        WarmUp none = new WarmUp(Duration.ZERO, Duration.ZERO);

        assertThat(
                        none.run(
                                () -> 1.0,
                                () -> 0,
                                () -> {
                                    throw new AssertionError("loaded");
                                }))
                .isEqualTo(new WarmUp.Result(0, null));
    }

    /// @param shares the compiler's, after each load
    private static WarmUp.Result loadsOfTenSeconds(@Nullable Double... shares) throws IOException {
        Deque<Double> left = new ArrayDeque<>();
        Arrays.stream(shares).forEach(share -> left.add(share == null ? Double.NaN : share));
        long[] nanos = {0};
        boolean[] asked = {false};
        return WARM_UP.run(
                () -> {
                    if (!asked[0]) {
                        asked[0] = true;
                        return null; // the first call has nothing to compare with
                    }
                    double share = left.remove();
                    return Double.isNaN(share) ? null : share;
                },
                () -> nanos[0],
                () -> nanos[0] += Duration.ofSeconds(10).toNanos());
    }
}
