package dev.cobnut.framework.profiling;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a recording samples, and how often; null for what it does not.
///
/// @param engine of CPU time
/// @param cpu time on a core between two samples of a thread
/// @param allocBytes bytes allocated between two samples
/// @param wall elapsed time between two samples of a thread
/// @param lock waiting time between two samples
public record Sampling(
        CpuEngine engine,
        @Nullable Duration cpu,
        @Nullable Long allocBytes,
        @Nullable Duration wall,
        @Nullable Duration lock) {

    /// What CPU time is sampled with.
    public enum CpuEngine {
        /// The kernel's perf events, or a timer per thread where they are not permitted.
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

    /// @throws IllegalArgumentException with a sentence, for an interval outside its range or when
    ///   nothing is to be sampled
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

    /// The words for async-profiler: one recording of everything.
    String startCommand(Path file, Duration chunk) {
        List<String> words = new ArrayList<>(List.of("start"));
        if (cpu != null) {
            words.add("event=" + engine.id());
            words.add("interval=" + cpu.toNanos());
        }
        if (allocBytes != null) {
            words.add("alloc=" + allocBytes);
        }
        if (wall != null) {
            words.add("wall=" + wall.toNanos());
        }
        if (lock != null) {
            words.add("lock=" + lock.toNanos());
        }
        words.add("chunktime=" + chunk.toSeconds());
        words.add("jfr");
        words.add("file=" + file);
        return String.join(",", words);
    }
}
