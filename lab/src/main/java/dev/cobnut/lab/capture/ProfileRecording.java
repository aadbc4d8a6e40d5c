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

/// The content of a recording of async-profiler as data.
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
/// The JVM samples an allocation each time that about `interval` bytes were allocated. A small
/// sampled object therefore stands for `interval` bytes of its kind, and a large one for itself.
/// The profiler records that weight as `tlabSize` and the object's own size as `allocationSize`.
/// The sum of the weights estimates all allocated bytes; the sum of the sizes covers only the
/// sampled objects. Waits for locks are sampled in the same way, each time that `interval` of
/// waiting has passed. For them the profiler records only the length of the wait, so this class
/// computes the weight.
///
/// @param stacks one table for every recorded event, also for an event without samples
/// @param engine the recorded engine for CPU time: `perf_events`, `ctimer`, `itimer`
/// @param seconds from the start of the recording to its end
/// @param kernelFrames true when the kernel's symbols could be read
/// @param process the profiled process and its machine
/// @param notices messages of the profiler, for example about a missing kernel permission
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

    /// @param jvmFlags flags of the JVM at its start
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

    /// The facts of the recording per event.
    ///
    /// @param cores CPU time of the process per elapsed time, for the coverage; null where it is
    ///   unknown. It is a rate because the counters are read a little after the first sample and a
    ///   little before the last one.
    public List<Window.Profile> profiles(@Nullable Double cores) {
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
                            cpu && cores != null && cores > 0 && seconds > 0
                                    ? total.value() / (1e9 * seconds * cores)
                                    : null));
        });
        return profiles;
    }
}
