package dev.cobnut.lab.machine;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;

/// The activity of other processes at one moment. On systems other than Linux, zeros and empty
/// texts.
///
/// @param loadAverage `/proc/loadavg`
/// @param cpuPressure `/proc/pressure/cpu`, first line
/// @param stealTicks time that the hypervisor gave to others since boot
/// @param allTicks time of all processors since boot, in the same unit
public record Bystanders(String loadAverage, String cpuPressure, long stealTicks, long allTicks) {

    public static Bystanders now() throws IOException {
        MachineMoment now = MachineMoment.now(Set.of());
        return new Bystanders(
                MachineMoment.first(MachineMoment.PROC.resolve("loadavg")),
                MachineMoment.first(MachineMoment.PROC.resolve("pressure/cpu")),
                Objects.requireNonNullElse(now.stealTicks(), 0L),
                Objects.requireNonNullElse(now.allTicks(), 0L));
    }

    /// The share of the processors' time that the hypervisor gave to others between two moments.
    public double stealShareUntil(Bystanders later) {
        long all = later.allTicks - allTicks;
        return all == 0 ? 0 : (later.stealTicks - stealTicks) / (double) all;
    }
}
