package dev.cobnut.lab.measurement;

import java.time.Instant;
import java.util.List;

/// One fresh JVM of one variant, from its start to its stop.
///
/// @param id place in the order and variant, for example `03-B`; unique in a session
/// @param variant `A` or `B`
/// @param commit the commit that was built; a `+` at the end marks uncommitted changes
/// @param jvmFlags flags of the running service
/// @param arguments arguments of the variant, without ports and folders
/// @param plugins jars of the lab on the class path, by name
/// @param startToReadyMs time from the start of the process until it is ready
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
                windows);
    }

    /// @param cores available to the process
    public record Host(int cores, String processor, String kernel, String jdk) {}
}
