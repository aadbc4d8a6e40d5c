package dev.cobnut.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The counters of the processors at one moment, on Linux. Values that a system lacks are null.
///
/// @param loadAverage of the last minute, `/proc/loadavg`
/// @param pressurePercent share of the last 10 s in which some task waited for a processor,
///   `/proc/pressure/cpu`
/// @param pressureMicros the same as a sum since boot
/// @param allTicks time of all processors since boot, idle included, `/proc/stat`
/// @param busyTicks the part of it that processes or the kernel used
/// @param stealTicks the part of it that the hypervisor gave to others
/// @param throttledPeriods number of times that our control group used up its CPU quota, `cpu.stat`
/// @param ticksOf user and system time of the requested processes, without ended ones
public record MachineMoment(
        Instant at,
        @Nullable Double loadAverage,
        @Nullable Double pressurePercent,
        @Nullable Long pressureMicros,
        @Nullable Long allTicks,
        @Nullable Long busyTicks,
        @Nullable Long stealTicks,
        @Nullable Long throttledPeriods,
        Map<Long, Long> ticksOf) {

    private static final Path PROC = Path.of("/proc");
    private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup");

    /// Columns of `/proc/stat`, after its first word: proc(5).
    private static final int IDLE = 3;

    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;
    private static final int COLUMNS_WITHOUT_GUEST = 8;

    /// Columns of `/proc/<pid>/stat`, after the name of the command: proc(5).
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    public static MachineMoment now(Set<Long> processes) throws IOException {
        return now(PROC, controlGroup(), processes);
    }

    /// @param controlGroup folder with `cpu.stat`
    static MachineMoment now(Path proc, Path controlGroup, Set<Long> processes) throws IOException {
        List<Long> stat = columns(first(proc.resolve("stat")));
        @Nullable Long all = null;
        @Nullable Long busy = null;
        @Nullable Long steal = null;
        if (stat.size() >= COLUMNS_WITHOUT_GUEST) {
            long sum = stat.stream().limit(COLUMNS_WITHOUT_GUEST).mapToLong(Long::longValue).sum();
            steal = stat.get(STEAL);
            all = sum;
            busy = sum - stat.get(IDLE) - stat.get(IO_WAIT) - stat.get(STEAL);
        }
        String pressure = first(proc.resolve("pressure/cpu"));
        Map<Long, Long> ticksOf = new HashMap<>();
        for (long process : processes) {
            @Nullable Long ticks = ticksOf(proc, process);
            if (ticks != null) {
                ticksOf.put(process, ticks);
            }
        }
        @Nullable String average = word(first(proc.resolve("loadavg")), "");
        @Nullable String avg10 = word(pressure, "avg10=");
        @Nullable String total = word(pressure, "total=");
        @Nullable String throttled = lineOf(controlGroup.resolve("cpu.stat"), "nr_throttled ");
        return new MachineMoment(
                Instant.now(),
                average == null ? null : Double.valueOf(average),
                avg10 == null ? null : Double.valueOf(avg10),
                total == null ? null : Long.valueOf(total),
                all,
                busy,
                steal,
                throttled == null ? null : Long.valueOf(throttled),
                Map.copyOf(ticksOf));
    }

    /// The control group: of version 2, or of the CPU controller of version 1.
    private static Path controlGroup() throws IOException {
        for (String line : lines(PROC.resolve("self/cgroup"))) {
            if (line.startsWith("0::")) {
                Path group = CONTROL_GROUPS.resolve(line.substring("0::/".length()));
                return Files.isReadable(group.resolve("cpu.stat")) ? group : CONTROL_GROUPS;
            }
        }
        return CONTROL_GROUPS.resolve("cpu");
    }

    /// The ticks of a process; null when there is no such process, or when it ends while its file
    /// is read.
    private static @Nullable Long ticksOf(Path proc, long process) {
        String stat;
        try {
            stat = first(proc.resolve(process + "/stat"));
        } catch (IOException _) {
            return null;
        }
        int name = stat.lastIndexOf(')');
        if (name < 0) {
            return null;
        }
        String[] columns = stat.substring(name + 2).split(" ", -1);
        return Long.parseLong(columns[USER]) + Long.parseLong(columns[SYSTEM]);
    }

    private static List<Long> columns(String line) {
        List<Long> columns = new ArrayList<>();
        String[] words = line.trim().split("\\s+", -1);
        for (int i = 1; i < words.length; i++) {
            columns.add(Long.valueOf(words[i]));
        }
        return columns;
    }

    /// The rest of the word that starts with a prefix; null when there is none.
    private static @Nullable String word(String line, String begin) {
        for (String word : line.split(" ", -1)) {
            if (!word.isEmpty() && word.startsWith(begin)) {
                return word.substring(begin.length());
            }
        }
        return null;
    }

    private static @Nullable String lineOf(Path file, String begin) throws IOException {
        for (String line : lines(file)) {
            if (line.startsWith(begin)) {
                return line.substring(begin.length()).trim();
            }
        }
        return null;
    }

    private static String first(Path file) throws IOException {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.getFirst();
    }

    private static List<String> lines(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return List.of();
        }
        return Files.readAllLines(file);
    }
}
