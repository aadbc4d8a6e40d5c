package dev.cobnut.benchmarks.run;

import dev.cobnut.lab.machine.MachineMoment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                firstLine(Path.of("/proc/loadavg")),
                firstLine(Path.of("/proc/pressure/cpu")),
                Objects.requireNonNullElse(now.stealTicks(), 0L),
                Objects.requireNonNullElse(now.allTicks(), 0L));
    }

    private static String firstLine(Path file) throws IOException {
        List<String> lines = Files.isReadable(file) ? Files.readAllLines(file) : List.of("");
        return lines.isEmpty() ? "" : lines.getFirst();
    }

    /// The share of the processors' time that the hypervisor gave to others between two moments.
    public double stealShareUntil(Bystanders later) {
        long all = later.allTicks - allTicks;
        return all == 0 ? 0 : (later.stealTicks - stealTicks) / (double) all;
    }
}
