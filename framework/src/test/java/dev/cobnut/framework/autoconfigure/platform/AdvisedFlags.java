package dev.cobnut.framework.autoconfigure.platform;

import java.lang.management.ManagementFactory;

/// Prints the flags that the JVM is advised to have, one a line. [PlatformCheckTest] starts it.
final class AdvisedFlags {

    private AdvisedFlags() {}

    public static void main(String[] args) {
        JvmFlag.missing(
                        AdvisedFlags.class.getModule(),
                        ManagementFactory.getRuntimeMXBean().getInputArguments())
                .forEach(System.out::println);
    }
}
