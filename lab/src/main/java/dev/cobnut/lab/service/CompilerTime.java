package dev.cobnut.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The CPU time of a JVM's JIT compiler, from `/proc/<pid>/task`. For use by one thread.
///
/// The JVM ends compiler threads that have nothing to do. The time of such a thread since the last
/// call is lost.
public final class CompilerTime {

    /// Names of threads, which the kernel cuts off after 15 characters.
    private static final List<String> COMPILERS = List.of("C1 CompilerThre", "C2 CompilerThre");

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    private final Path process;
    private Map<String, Long> perThread = new HashMap<>();
    private long processTicks;

    public CompilerTime(long pid) {
        process = Path.of("/proc", Long.toString(pid));
    }

    /// The compiler's share of the CPU time since the last call; null at the first call, on a
    /// system without `/proc`, and when the process used no CPU time or is gone.
    public @Nullable Double share() throws IOException {
        if (!Files.isDirectory(process.resolve("task"))) {
            return null;
        }
        try {
            return since(ticks(process), compilers());
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    private @Nullable Double since(long nowTicks, Map<String, Long> now) {
        long compiler =
                now.entrySet().stream()
                        .mapToLong(thread ->
                                thread.getValue() - perThread.getOrDefault(thread.getKey(), 0L))
                        .sum();
        long before = processTicks;
        processTicks = nowTicks;
        perThread = now;
        return before == 0 || nowTicks == before
                ? null
                : Double.valueOf((double) compiler / (nowTicks - before));
    }

    private Map<String, Long> compilers() throws IOException {
        Map<String, Long> ticks = new HashMap<>();
        List<Path> threads;
        try (Stream<Path> list = Files.list(process.resolve("task"))) {
            threads = list.toList();
        }
        for (Path thread : threads) {
            String name = String.valueOf(thread.getFileName());
            compilerTicks(thread).ifPresent(time -> ticks.put(name, time));
        }
        return ticks;
    }

    /// Empty for another thread, and for one that ended while its files were read.
    private static OptionalLong compilerTicks(Path thread) {
        try {
            return COMPILERS.contains(Files.readString(thread.resolve("comm")).strip())
                    ? OptionalLong.of(ticks(thread))
                    : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    /// User and system time. The name before them may contain spaces; it ends with a bracket.
    private static long ticks(Path folder) throws IOException {
        String stat = Files.readString(folder.resolve("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    }
}
