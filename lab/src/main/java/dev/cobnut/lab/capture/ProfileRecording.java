package dev.cobnut.lab.capture;

import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a recording of async-profiler holds, as data.
///
/// ## Values
///
/// | event | samples | value |
/// |---|---|---|
/// | CPU | `jdk.ExecutionSample` in the state DEFAULT | samples × recorded interval, ns |
/// | ALLOC | `jdk.ObjectAllocationInNewTLAB`, `…OutsideTLAB` | bytes that the sample stands for: the larger of the object and the interval |
/// | WALL | `profiler.WallClockSample`: each event may stand for many samples of a thread that did not move | samples × recorded interval, ns |
/// | LOCK | `jdk.JavaMonitorEnter`, `jdk.ThreadPark` | ns that the sample stands for: the larger of the wait and the interval |
///
/// The JVM samples an allocation each time that about `interval` bytes were allocated, so a small
/// object that was caught stands for `interval` bytes of its kind, and a large one for itself. The
/// profiler records that weight as `tlabSize` and the object's own size as `allocationSize`; the
/// sum of the first estimates the bytes that were allocated, the sum of the second only what was
/// caught. It samples waits for locks the same way, each time that `interval` of waiting has
/// passed, but records only the wait's own length; the weight is made here.
///
/// @param stacks for every event that was recorded, also for one without a sample
/// @param engine that sampled CPU time, as recorded: `perf_events`, `ctimer`, `itimer`
/// @param seconds from the start of the recording to its end
/// @param kernelFrames whether the kernel's symbols could be read
/// @param process that was profiled, and its machine
/// @param notices what the profiler had to say, for example that the kernel refused it something
public record ProfileRecording(
        Map<ProfileEvent, StackTable> stacks,
        Map<ProfileEvent, Long> intervals,
        List<Window.Span> spans,
        String engine,
        String profilerVersion,
        double seconds,
        boolean kernelFrames,
        Target process,
        List<String> notices) {

    /// @param jvmFlags as it was started with
    /// @param command main class or jar, and arguments
    public record Target(
            long pid,
            String jvm,
            List<String> jvmFlags,
            String command,
            String kernel,
            String processor,
            int cores) {}

    /// Reads a recording.
    ///
    /// @param runId name of the column in the tables, without spaces
    /// @throws ProfilerException when it is not a recording or is cut off; the message names the
    ///   file
    public static ProfileRecording read(Path jfr, String runId) throws IOException {
        return new RecordingReader(jfr, runId).read();
    }

    /// What the recording says of itself, per event.
    ///
    /// @param cpuNanos that the process used in the same time, for the coverage; null where nobody
    ///   knows
    public List<Window.Profile> profiles(@Nullable Long cpuNanos) {
        List<Window.Profile> profiles = new ArrayList<>();
        stacks.forEach((event, table) -> {
            StackTable.Count total = table.total(table.runs().getFirst());
            boolean cpu = event == ProfileEvent.CPU;
            profiles.add(
                    new Window.Profile(
                            event,
                            cpu ? engine : event.id(),
                            intervals.getOrDefault(event, 0L),
                            total.samples(),
                            total.value(),
                            cpu && cpuNanos != null && cpuNanos > 0
                                    ? (double) total.value() / cpuNanos
                                    : null));
        });
        return profiles;
    }
}
