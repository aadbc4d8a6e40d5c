package dev.cobnut.lab.measurement;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One fresh JVM of one variant, from its start to its stop.
///
/// @param id place in the order and variant, for example `03-B`; unique in a session
/// @param variant `A` or `B`
/// @param commit the commit that was built; a `+` at the end marks uncommitted changes
/// @param jvmFlags flags of the running service
/// @param arguments arguments of the variant, without ports and folders
/// @param plugins jars of the lab on the class path, by name
/// @param startToReadyMs time from the start of the process until it is ready
/// @param warmUp null in a run of an earlier build
public record Run(
        String id,
        String variant,
        Instant startedAt,
        String commit,
        List<String> jvmFlags,
        List<String> arguments,
        List<String> plugins,
        Host host,
        long startToReadyMs,
        @Nullable WarmUp warmUp,
        List<Window> windows) {

    /// The same run assigned to another variant.
    public Run as(String otherVariant) {
        return new Run(
                id,
                otherVariant,
                startedAt,
                commit,
                jvmFlags,
                arguments,
                plugins,
                host,
                startToReadyMs,
                warmUp,
                windows);
    }

    /// The load before the first window.
    ///
    /// @param steady false when the warm-up ended at its limit
    /// @param slices parts of about ten seconds at the full rate, in sequence
    public record WarmUp(double seconds, boolean steady, List<Slice> slices) {}

    /// @param compilerShare CPU time of the JIT compiler divided by that of the process; null where
    ///   the system does not count it
    /// @param perSecond answers
    public record Slice(@Nullable Double compilerShare, double perSecond) {}

    /// @param cores available to the process
    /// @param containers null when service and load were processes of the machine
    public record Host(
            int cores,
            String processor,
            String kernel,
            String jdk,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Containers containers) {

        public Host(int cores, String processor, String kernel, String jdk) {
            this(cores, processor, kernel, jdk, null);
        }
    }

    public record Containers(Limits service, Limits load) {}

    /// The limits of a container.
    public record Limits(double cpus, long memoryBytes) {}
}
