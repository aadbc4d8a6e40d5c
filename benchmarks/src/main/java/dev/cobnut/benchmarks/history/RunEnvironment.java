package dev.cobnut.benchmarks.history;

import dev.cobnut.lab.machine.Machine;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The machine and the JDK of a run. Two runs are comparable only when these are equal.
///
/// @param machine fingerprint of the other fields except the JDK; eight hexadecimal digits
/// @param memoryGiB rounded: a virtual machine reports a little less than it has
public record RunEnvironment(
        String machine, int cores, String processor, long memoryGiB, String system, String jdk) {

    private static final int DIGITS = 4;
    private static final double GIB = 1L << 30;

    public static RunEnvironment of(Machine machine) {
        long memory =
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof com.sun.management.OperatingSystemMXBean system
                        ? Math.round(system.getTotalMemorySize() / GIB)
                        : 0;
        return of(machine.cores(), machine.processor(), memory, machine.system(), machine.jdk());
    }

    public static RunEnvironment of(
            int cores, String processor, long memoryGiB, String system, String jdk) {
        String text = "%d|%s|%d|%s".formatted(cores, processor, memoryGiB, system);
        return new RunEnvironment(fingerprint(text), cores, processor, memoryGiB, system, jdk);
    }

    private static String fingerprint(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
