package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Percentiles;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import dev.cobnut.loadtests.service.OrderServiceSubject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// **Question**: how much more does an order cost that is stored, delivered and visible than the
/// same request that is only parsed and validated?
///
/// **Ceiling**: a ratio of 1, where storing is free. In absolute numbers: the requests that Spring
/// MVC answers on this machine without storing. They are the denominator and are measured in turns
/// with the numerator.
///
/// **Machine**: the generator shares the cores with the service, its compiler and its collector.
/// Therefore slices are compared in pairs of neighbours in time, in the order A B B A, and the
/// result is the median of the pairs' ratios. The first figure is that of a fresh process, in which
/// the compiler uses part of the cores, as after every deployment.
@Command(name = "orders", description = "Orders per second, durable, against validation only.")
final class OrdersBenchmark extends Benchmark {

    private static final Duration FIRST_SLICE = Duration.ofMillis(2_500);
    private static final int FIRST_PAIRS = 6;

    @Mixin private final ClosedLoopOptions loop = new ClosedLoopOptions();

    /// @param firstSeconds ratio in the first 30 s after a start
    /// @param warmUp until the compiler has little left to do
    /// @param warm ratio after the warm-up
    /// @param halfRate open loop at half of the warm median rate
    record Figures(
            boolean quick,
            int connections,
            SlicePairs.Comparison firstSeconds,
            WarmUp.Result warmUp,
            SlicePairs.Comparison warm,
            HalfRate halfRate,
            long residentMiB) {}

    /// @param latencyMs time from when a request was due to its answer
    /// @param sendDelayMs the generator's part of it: from when a request was due until it was sent
    /// @param viewLagP99Ms of the events that were delivered at this rate; null when there were
    ///   none
    record HalfRate(
            double plannedPerSecond,
            double succeededPerSecond,
            Percentiles latencyMs,
            Percentiles sendDelayMs,
            @Nullable Double viewLagP99Ms,
            double serverCpuMicrosPerOrder,
            Map<Integer, Long> byStatus,
            long broken,
            long unanswered,
            long unsent) {}

    @Override
    String name() {
        return "orders";
    }

    @Override
    String question() {
        return "Orders per second, durable, divided by validations per second; latency at half of that rate.";
    }

    @Override
    Figures measure() throws IOException, InterruptedException {
        return measure(
                OrderServiceCommand.built(),
                FIRST_SLICE,
                loop.warmUp(),
                loop.slice(),
                Duration.ofSeconds(loop.quick ? 10 : 30));
    }

    Figures measure(
            ServiceCommand command,
            Duration firstSlice,
            WarmUp warmUp,
            Duration slice,
            Duration halfRateLength)
            throws IOException, InterruptedException {
        try (OwnService own = new OwnService(command);
                ServiceProcess service = own.start("data");
                LoadGenerator generator =
                        new LoadGenerator(service.address(), loop.connections, 1)) {
            say("ready after %d ms; first figure", service.startToReady().toMillis());
            SlicePairs slices = new SlicePairs(service, generator);
            SlicePairs.Comparison first = slices.compare(FIRST_PAIRS, firstSlice);
            WarmUp.Result warmedUp = slices.warmUp(warmUp);
            SlicePairs.Comparison warm = slices.compare(loop.pairs, slice);
            double half = warm.ordersPerSecond().median() / 2;
            say("open loop at %.0f orders/s for %d s", half, halfRateLength.toSeconds());
            HalfRate halfRate = halfRate(service, generator, half, halfRateLength);
            long residentMiB = service.residentBytes().orElse(0) >> 20;
            return new Figures(
                    loop.quick, loop.connections, first, warmedUp, warm, halfRate, residentMiB);
        }
    }

    private HalfRate halfRate(
            ServiceProcess service, LoadGenerator generator, double rate, Duration length)
            throws IOException, InterruptedException {
        ServiceCounters before = ServiceCounters.read(service, OrderServiceSubject.COUNTERS);
        Duration cpuBefore = service.cpuTime();
        LoadResult result = generator.openLoop(PlacementRequests.PLACE, rate, length);
        double cpuMicros = service.cpuTime().minus(cpuBefore).toNanos() / 1e3;
        ServiceCounters after = ServiceCounters.read(service, OrderServiceSubject.COUNTERS);
        return new HalfRate(
                rate,
                result.succeededPerSecond(),
                Percentiles.ofNanos(result.latencyNanos()),
                Percentiles.ofNanos(result.sendDelayNanos()),
                after.since(before).viewLagP99Ms(),
                cpuMicros / Math.max(1, result.succeeded()),
                result.byStatus(),
                result.broken(),
                result.unanswered(),
                result.unsent());
    }
}
