package dev.cobnut.benchmarks;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// **Question**: what does a service without load cost?
///
/// **Ceiling**: zero; a JVM that only sleeps shows about 0.1 % of a core.
///
/// **Machine**: CPU time of the process, in steps of 10 ms, divided by the elapsed time. Other
/// processes do not count. On a busy machine the compiler may still work after the time to settle.
@Command(name = "idle", description = "CPU of a service without load.")
final class IdleBenchmark extends Benchmark {

    @Option(names = "--settle", description = "Seconds before the measurement (${DEFAULT-VALUE}).")
    private int settleSeconds = 10;

    @Option(names = "--seconds", description = "Length of the measurement (${DEFAULT-VALUE}).")
    private int seconds = 60;

    /// @param cpuMillis CPU time of the process, user and system
    /// @param percentOfOneCore CPU time divided by elapsed time, in percent
    record Figures(
            int settleSeconds,
            int seconds,
            long cpuMillis,
            double percentOfOneCore,
            long residentMiB) {}

    @Override
    String name() {
        return "idle";
    }

    @Override
    String question() {
        return "How much of one core does the service take without load?";
    }

    @Override
    Figures measure() throws IOException, InterruptedException {
        try (OwnService own = new OwnService(OrderServiceCommand.built());
                ServiceProcess service = own.start("data")) {
            say(
                    "ready after %d ms; settling for %d s",
                    service.startToReady().toMillis(), settleSeconds);
            TimeUnit.SECONDS.sleep(settleSeconds);
            return measure(service, seconds);
        }
    }

    private Figures measure(ServiceProcess service, int length)
            throws IOException, InterruptedException {
        say("measuring for %d s", length);
        Duration before = service.cpuTime();
        long start = System.nanoTime();
        TimeUnit.SECONDS.sleep(length);
        long nanos = System.nanoTime() - start;
        Duration cpu = service.cpuTime().minus(before);
        return new Figures(
                settleSeconds,
                length,
                cpu.toMillis(),
                100.0 * cpu.toNanos() / nanos,
                service.residentBytes().orElse(0) >> 20);
    }
}
