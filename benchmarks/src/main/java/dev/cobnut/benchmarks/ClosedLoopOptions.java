package dev.cobnut.benchmarks;

import java.time.Duration;
import picocli.CommandLine.Option;

/// Options of a benchmark that compares slices of closed loops in turns.
final class ClosedLoopOptions {

    @Option(
            names = "--connections",
            description = "Connections of the closed loop (${DEFAULT-VALUE}).")
    int connections = 32;

    @Option(names = "--pairs", description = "Pairs of slices after warm-up (${DEFAULT-VALUE}).")
    int pairs = 6;

    @Option(
            names = "--quick",
            description = "10 s of warm-up, slices of 3 s: for a trial, not for publication.")
    boolean quick;

    WarmUp warmUp() {
        return quick
                ? new WarmUp(Duration.ofSeconds(10), Duration.ofSeconds(10))
                : new WarmUp(Duration.ofMinutes(1), Duration.ofMinutes(5));
    }

    Duration slice() {
        return Duration.ofSeconds(quick ? 3 : 10);
    }
}
