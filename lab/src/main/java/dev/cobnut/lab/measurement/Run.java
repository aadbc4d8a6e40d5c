package dev.cobnut.lab.measurement;

import java.time.Instant;
import java.util.List;

/// One fresh JVM of one variant, from its start to its stop.
///
/// @param id place in the order and variant, for example `03-B`; unique in a session
/// @param variant `A` or `B`
/// @param commit what was built; a `+` at the end says that there were changes beside it
/// @param jvmFlags of the service, as it runs
/// @param arguments of the service that make the variant, without ports and folders
/// @param plugins jars of the lab on its class path, by name
/// @param startToReadyMs from the start of the process to ready
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

    /// The same run, standing for another variant.
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

    /// @param cores that the process may use
    public record Host(int cores, String processor, String kernel, String jdk) {}
}
