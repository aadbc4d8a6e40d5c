package dev.cobnut.framework.profiling;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The kinds of samples that a recording takes, and their intervals; null for a kind that it does
/// not take.
///
/// @param engine source of the samples of CPU time
/// @param cpu CPU time between two samples of a thread
/// @param allocBytes bytes allocated between two samples
/// @param wall elapsed time between two samples of a thread
/// @param lock waiting time between two samples
public record Sampling(
        CpuEngine engine,
        @Nullable Duration cpu,
        @Nullable Long allocBytes,
        @Nullable Duration wall,
        @Nullable Duration lock) {

    /// Source of the samples of CPU time.
    public enum CpuEngine {
        /// The kernel's perf events; a timer per thread where they are not permitted.
        CPU,
        /// A timer per thread.
        CTIMER;

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Duration CPU_MIN = Duration.ofNanos(100_000);
    private static final Duration WALL_MIN = Duration.ofMillis(1);
    private static final Duration LOCK_MIN = Duration.ofNanos(1_000);
    private static final Duration INTERVAL_MAX = Duration.ofSeconds(10);
    private static final long ALLOC_MIN = 1_024;
    private static final long ALLOC_MAX = 1L << 30;

    /// @throws IllegalArgumentException when an interval is outside its range, or when no interval
    ///   is given; the message is a sentence for the caller
    public Sampling {
        if (cpu == null && allocBytes == null && wall == null && lock == null) {
            throw new IllegalArgumentException(
                    "Nothing is to be recorded: at least one of cpu, alloc, wall and lock needs an interval.");
        }
        requireInterval("cpu", cpu, CPU_MIN);
        requireInterval("wall", wall, WALL_MIN);
        requireInterval("lock", lock, LOCK_MIN);
        if (allocBytes != null && (allocBytes < ALLOC_MIN || allocBytes > ALLOC_MAX)) {
            throw new IllegalArgumentException(
                    "The interval of alloc is %d bytes; it is from %d bytes to %d MB."
                            .formatted(allocBytes, ALLOC_MIN, ALLOC_MAX >> 20));
        }
    }

    private static void requireInterval(String name, @Nullable Duration interval, Duration min) {
        if (interval != null
                && (interval.compareTo(min) < 0 || interval.compareTo(INTERVAL_MAX) > 0)) {
            throw new IllegalArgumentException(
                    "The interval of %s is %s; it is from %s to %s."
                            .formatted(name, millis(interval), millis(min), millis(INTERVAL_MAX)));
        }
    }

    private static String millis(Duration duration) {
        return duration.toNanos() / 1e6 + " ms";
    }

    /// async-profiler's command that starts one recording with all kinds of samples.
    String startCommand(Path file, Duration chunk) {
        List<String> options = new ArrayList<>(List.of("start"));
        if (cpu != null) {
            options.add("event=" + engine.id());
            options.add("interval=" + cpu.toNanos());
        }
        if (allocBytes != null) {
            options.add("alloc=" + allocBytes);
        }
        if (wall != null) {
            options.add("wall=" + wall.toNanos());
        }
        if (lock != null) {
            options.add("lock=" + lock.toNanos());
        }
        options.add("chunktime=" + chunk.toSeconds());
        options.add("jfr");
        options.add("file=" + file);
        return String.join(",", options);
    }
}
