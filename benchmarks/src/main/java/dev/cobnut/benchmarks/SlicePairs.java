package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.http.RequestTemplate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Runs closed-loop slices of placing and validating in turns, A B B A, and compares them pair by
/// pair. When the machine is slow for longer than a slice, both slices of a pair are slow.
final class SlicePairs {

    private static final Duration WARM_UP_SLICE = Duration.ofSeconds(5);

    /// One slice; rates count successful answers only.
    ///
    /// @param otherAnswers answers other than success, and connections that broke
    record Slice(
            double perSecond,
            double serverCpuMicrosPerRequest,
            double generatorCpuMicrosPerRequest,
            double p99Ms,
            long otherAnswers) {}

    record Pair(Slice orders, Slice validations, double ratio) {}

    /// @param ratio orders/s ÷ validations/s
    record Comparison(
            double sliceSeconds,
            Spread ratio,
            Spread ordersPerSecond,
            Spread validationsPerSecond,
            Spread serverCpuMicrosPerOrder,
            Spread serverCpuMicrosPerValidation,
            Spread generatorCpuMicrosPerRequest,
            List<Pair> pairs) {}

    private final ServiceProcess service;
    private final LoadGenerator generator;

    SlicePairs(ServiceProcess service, LoadGenerator generator) {
        this.service = service;
        this.generator = generator;
    }

    WarmUp.Result warmUp(WarmUp warmUp) throws IOException {
        return warmUp.run(
                service,
                () -> {
                    generator.closedLoop(PlacementRequests.PLACE, WARM_UP_SLICE);
                    generator.closedLoop(PlacementRequests.VALIDATE, WARM_UP_SLICE);
                });
    }

    Comparison compare(int pairs, Duration slice) throws IOException {
        List<Pair> taken = new ArrayList<>();
        for (int p = 0; p < pairs; p++) {
            Pair pair = p % 2 == 0 ? ordersFirst(slice) : validationsFirst(slice);
            taken.add(pair);
            Benchmark.say(
                    "pair %d: %.0f orders/s, %.0f validations/s, ratio %.3f",
                    p + 1, pair.orders.perSecond, pair.validations.perSecond, pair.ratio);
        }
        return new Comparison(
                slice.toMillis() / 1e3,
                spread(taken, Pair::ratio),
                spread(taken, pair -> pair.orders.perSecond),
                spread(taken, pair -> pair.validations.perSecond),
                spread(taken, pair -> pair.orders.serverCpuMicrosPerRequest),
                spread(taken, pair -> pair.validations.serverCpuMicrosPerRequest),
                spread(taken, pair -> pair.orders.generatorCpuMicrosPerRequest),
                taken);
    }

    private Pair ordersFirst(Duration length) throws IOException {
        Slice orders = slice(PlacementRequests.PLACE, length);
        return pair(orders, slice(PlacementRequests.VALIDATE, length));
    }

    private Pair validationsFirst(Duration length) throws IOException {
        Slice validations = slice(PlacementRequests.VALIDATE, length);
        return pair(slice(PlacementRequests.PLACE, length), validations);
    }

    private static Pair pair(Slice orders, Slice validations) {
        return new Pair(orders, validations, orders.perSecond / validations.perSecond);
    }

    private Slice slice(RequestTemplate request, Duration length) throws IOException {
        return slice(service, generator, request, length);
    }

    static Slice slice(
            ServiceProcess service,
            LoadGenerator generator,
            RequestTemplate request,
            Duration length)
            throws IOException {
        Duration before = service.cpuTime();
        LoadResult result = generator.closedLoop(request, length);
        double cpuMicros = service.cpuTime().minus(before).toNanos() / 1e3;
        if (result.succeeded() == 0) {
            throw new IOException(
                    "The slice has no successful answer: %s, %d broken, %d unanswered"
                            .formatted(result.byStatus(), result.broken(), result.unanswered()));
        }
        return new Slice(
                result.succeededPerSecond(),
                cpuMicros / result.succeeded(),
                result.generatorCpuMicrosPerRequest(),
                result.latencyNanos().getValueAtPercentile(99) / 1e6,
                result.answered() - result.succeeded() + result.broken() + result.unanswered());
    }

    private static Spread spread(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Spread.of(pairs.stream().mapToDouble(value).toArray());
    }
}
