package dev.cobnut.benchmarks.run;

import java.util.List;

/// The JVM flags of every measuring process: a heap of fixed size, and the service's collector.
final class Flags {

    static final List<String> OF_FORKS =
            List.of(
                    "-Xms512m",
                    "-Xmx512m",
                    "-XX:+UseParallelGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow");

    private Flags() {}
}
