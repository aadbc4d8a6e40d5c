package dev.cobnut.lab.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The activity of other processes during a measurement. Null means "not available on this system".
///
/// Our own work also raises load average and pressure. Their values during and after the
/// measurement are informative only.
///
/// @param loadBefore load average of the minute before
/// @param pressureBeforePercent share of the 10 s before in which some task waited for a processor
/// @param pressurePercent the same share for the measurement
/// @param othersPercent share of the time of all processors that other processes used
/// @param oursPercent the share that our processes used
/// @param stealPercent the share that the hypervisor gave to others
/// @param throttledPeriods number of times that our control group used up its quota
public record MachineReport(
        @Nullable Double loadBefore,
        @Nullable Double loadAfter,
        @Nullable Double pressureBeforePercent,
        @Nullable Double pressurePercent,
        @Nullable Double pressureAfterPercent,
        @Nullable Double othersPercent,
        @Nullable Double oursPercent,
        @Nullable Double stealPercent,
        @Nullable Long throttledPeriods) {

    /// Above zero, because work that the kernel does for us outside our processes counts as work of
    /// others.
    public static final double OTHERS_PERCENT_MAX = 5;

    public static final double STEAL_PERCENT_MAX = 2;

    static MachineReport between(MachineMoment before, MachineMoment after, long oursTicks) {
        @Nullable Long all = difference(before.allTicks(), after.allTicks());
        @Nullable Long busy = difference(before.busyTicks(), after.busyTicks());
        @Nullable Long steal = difference(before.stealTicks(), after.stealTicks());
        @Nullable Long pressure = difference(before.pressureMicros(), after.pressureMicros());
        double micros = Duration.between(before.at(), after.at()).toNanos() / 1e3;
        return new MachineReport(
                before.loadAverage(),
                after.loadAverage(),
                before.pressurePercent(),
                pressure == null ? null : 100 * pressure / micros,
                after.pressurePercent(),
                busy == null ? null : percent(Math.max(0, busy - oursTicks), all),
                percent(oursTicks, all),
                steal == null ? null : percent(steal, all),
                difference(before.throttledPeriods(), after.throttledPeriods()));
    }

    /// Reasons why the measurement is doubtful, one sentence each; empty when it is not.
    public List<String> contamination() {
        List<String> sentences = new ArrayList<>();
        if (othersPercent != null && othersPercent > OTHERS_PERCENT_MAX) {
            sentences.add(
                    "Other processes used %.1f %% of the processors' time."
                            .formatted(othersPercent));
        }
        if (stealPercent != null && stealPercent > STEAL_PERCENT_MAX) {
            sentences.add(
                    "The hypervisor gave %.1f %% of the processors' time to others."
                            .formatted(stealPercent));
        }
        if (throttledPeriods != null && throttledPeriods > 0) {
            sentences.add(
                    "The control group had used up its CPU quota %d times and was throttled."
                            .formatted(throttledPeriods));
        }
        return sentences;
    }

    private static @Nullable Long difference(@Nullable Long before, @Nullable Long after) {
        return before == null || after == null ? null : Long.valueOf(after - before);
    }

    private static @Nullable Double percent(long ticks, @Nullable Long all) {
        return all == null || all == 0 ? null : Double.valueOf(100.0 * ticks / all);
    }
}
