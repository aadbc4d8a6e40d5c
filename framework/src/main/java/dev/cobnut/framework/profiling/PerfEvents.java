package dev.cobnut.framework.profiling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Detects whether the kernel's perf events sample this process. When they are not permitted, the
/// profiler silently uses a timer instead. So this class looks for perf events among the open file
/// descriptors.
final class PerfEvents {

    static final String ENGINE = "perf_events";
    private static final String TIMER = "ctimer";
    private static final String LINK = "anon_inode:[perf_event]";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

    private PerfEvents() {}

    /// The engine that samples CPU time now. Call it only while CPU time is sampled. It reads
    /// symbolic links and opens no descriptor of a perf event.
    static String engineInUse() {
        try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
            return descriptors.anyMatch(PerfEvents::isPerfEvent) ? ENGINE : TIMER;
        } catch (IOException _) {
            return TIMER; // no /proc, no perf events
        }
    }

    static String denialNotice() {
        String paranoid = "";
        try {
            List<String> lines = Files.readAllLines(PARANOID);
            paranoid = " (kernel.perf_event_paranoid is " + lines.getFirst().strip() + ")";
        } catch (IOException _) {
            // not Linux, or hidden: the sentence is true without the number
        }
        return "The kernel does not permit perf events to this process"
                + paranoid
                + ": CPU time is sampled by a timer per thread (ctimer), without frames of the kernel.";
    }

    private static boolean isPerfEvent(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(LINK);
        } catch (IOException _) {
            return false; // closed meanwhile
        }
    }
}
