package dev.cobnut.framework.profiling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Whether the kernel's perf events are what samples this process. The profiler takes a timer
/// instead without a word where they are not permitted, so this looks at what it has open.
final class PerfEvents {

    static final String ENGINE = "perf_events";
    private static final String TIMER = "ctimer";
    private static final String LINK = "anon_inode:[perf_event]";
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

    private PerfEvents() {}

    /// While something samples CPU time: with what. Reads links, and opens nothing.
    static String engineInUse() {
        try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
            return descriptors.anyMatch(PerfEvents::isPerfEvent) ? ENGINE : TIMER;
        } catch (IOException _) {
            return TIMER; // no /proc, no perf events
        }
    }

    static String notPermitted() {
        String paranoid = "";
        try {
            List<String> lines = Files.readAllLines(PARANOID);
            paranoid = " (kernel.perf_event_paranoid is " + lines.getFirst().strip() + ")";
        } catch (IOException _) {
            // not Linux, or hidden: the sentence holds without the figure
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
