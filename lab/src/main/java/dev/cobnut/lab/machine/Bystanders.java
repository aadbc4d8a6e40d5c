package dev.cobnut.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The activity of other processes at one moment. On systems other than Linux, zeros and empty
/// texts.
///
/// @param loadAverage `/proc/loadavg`
/// @param cpuPressure `/proc/pressure/cpu`, first line
/// @param stealTicks time that the hypervisor gave to others since boot
/// @param allTicks time of all processors since boot, in the same unit
public record Bystanders(String loadAverage, String cpuPressure, long stealTicks, long allTicks) {

    private static final int STEAL_COLUMN = 8;
    private static final int COLUMNS_WITHOUT_GUEST = 9;

    public static Bystanders now() throws IOException {
        List<String> stat = lines("/proc/stat");
        long steal = 0;
        long all = 0;
        if (!stat.isEmpty()) {
            String[] columns = stat.getFirst().trim().split("\\s+", -1);
            for (int i = 1; i < Math.min(columns.length, COLUMNS_WITHOUT_GUEST); i++) {
                all += Long.parseLong(columns[i]);
            }
            steal = columns.length > STEAL_COLUMN ? Long.parseLong(columns[STEAL_COLUMN]) : 0;
        }
        return new Bystanders(first("/proc/loadavg"), first("/proc/pressure/cpu"), steal, all);
    }

    /// The share of the processors' time that the hypervisor gave to others between two moments.
    public double stealShareUntil(Bystanders later) {
        long all = later.allTicks - allTicks;
        return all == 0 ? 0 : (later.stealTicks - stealTicks) / (double) all;
    }

    private static String first(String file) throws IOException {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.getFirst();
    }

    private static List<String> lines(String file) throws IOException {
        Path path = Path.of(file);
        return Files.isReadable(path) ? Files.readAllLines(path) : List.of();
    }
}
