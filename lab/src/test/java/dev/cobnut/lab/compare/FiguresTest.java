package dev.cobnut.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.measurement.Window.Latency;
import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.statistics.Interval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final double PRACTICAL = 0.03;

    @Test
    void aLatencyInWholeMillisecondsIsNotTestedWhenTheDifferenceIsOneStep() {
        Row p50 = row(Figures.P50, a -> window(latency(1), 5), b -> window(latency(2), 5));

        assertThat(p50.change()).isEqualTo(1);
        assertThat(p50.p()).isNull();
        assertThat(p50.note()).isEqualTo("resolution 1 ms");
    }

    @Test
    void aLatencyInWholeMillisecondsIsTestedWhenTheDifferenceIsLarger() {
        Row p50 =
                row(Figures.P50, a -> window(latency(10 + a), 5), b -> window(latency(30 + b), 5));

        assertThat(p50.p()).isLessThan(0.01);
        assertThat(p50.note()).isEqualTo("resolution 1 ms");
    }

    @Test
    void theSpansOfTheRequestDecideInMicroseconds() {
        Row served =
                row(
                        Figures.SERVED_P50,
                        a -> window(latency(1), 0.9 + a / 1e3),
                        b -> window(latency(1), 1.1 + b / 1e3));

        assertThat(served.p()).isLessThan(0.001);
        assertThat(served.note()).isNull();
    }

    @Test
    void aLagThatWasScrapedAtTheEndIsShownAndNotTested() {
        Row lag = row(Figures.VIEW_LAG, a -> window(latency(1), 5), b -> window(latency(1), 5));

        assertThat(lag.a().mean()).isEqualTo(25.6);
        assertThat(lag.p()).isNull();
        assertThat(lag.note()).isEqualTo("contains the warm-up");
    }

    /// Figures of one and the same commit. The interval once reached below -100 %.
    @Test
    void noIntervalOfAHeavyTailReachesBelowMinusAHundredPercent() {
        double[] before = {136, 28, 90, 27, 84};
        double[] after = {26, 310, 25, 29, 31};
        Row p99 =
                row(
                        Figures.P99,
                        a -> window(latency(before[a]), 5),
                        b -> window(latency(after[b]), 5));
        Interval interval = Objects.requireNonNull(p99.interval());

        assertThat(interval.low()).isBetween(-1.0, -0.5);
        assertThat(interval.high()).isGreaterThan(1);
    }

    private static Row row(String name, IntFunction<Window> a, IntFunction<Window> b) {
        List<WindowRuns.RunWindow> before = new ArrayList<>();
        List<WindowRuns.RunWindow> after = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            before.add(new WindowRuns.RunWindow(run("A", 2 * i + i % 2, a.apply(i)), a.apply(i)));
            after.add(
                    new WindowRuns.RunWindow(run("B", 2 * i + 1 - i % 2, b.apply(i)), b.apply(i)));
        }
        return Figures.of(new WindowRuns(Per.REQUEST, before, after), Map.of(), PRACTICAL)
                .row(name);
    }

    private static Run run(String variant, int place, Window window) {
        return new Run(
                "01-" + variant,
                variant,
                Instant.EPOCH.plusSeconds(place),
                "commit",
                List.of(),
                List.of(),
                List.of(),
                new Run.Host(2, "a processor", "6.1", "25"),
                5_000,
                null,
                List.of(window));
    }

    /// A latency of an earlier build.
    private static Latency latency(double ms) {
        return new Latency(ms, ms, ms, ms, ms, null);
    }

    private static Window window(Latency latency, double servedMs) {
        return new Window(
                "steady",
                20,
                new Window.Load(100.0, 100, 2_000, Map.of(), latency),
                new Window.Service(2_000, 2_000, 1, 1, 0.01, 10, 1, 0, 0, 25.6, null, null),
                List.of(),
                List.of(
                        new Window.Span("GET /orders", 1, 50, 50, null),
                        new Window.Span("POST /orders", 2_000, servedMs, 2 * servedMs, null)),
                List.of());
    }
}
