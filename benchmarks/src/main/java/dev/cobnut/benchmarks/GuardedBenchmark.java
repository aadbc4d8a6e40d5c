package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.SlicePairs.Slice;
import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.RequestTemplate;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// **Question**: what do idempotency keys, authentication by API keys and tracing (1 % of the
/// requests, into a file) take from the throughput of orders?
///
/// **Ceiling**: the same service as shipped, with requests that have no key.
///
/// **Machine**: two services run, and one of them has the load. Slices alternate, A B B A.
@Command(
        name = "guarded",
        description = "Orders per second with keys, authentication and tracing, and without.")
final class GuardedBenchmark extends Benchmark {

    private static final Duration WARM_UP_SLICE = Duration.ofSeconds(10);

    private static final String KEY = "bench.k2dEEnCLdFWYLQzSBO1mRXqzYpCN8dkZ8iDhiSNVAdk";

    private static final String KEY_SHA256 =
            "d9c933355745ad4552ca4cef215f36caa1c4d5675a738b7ab7b92eeddf6bcfeb";

    private static final RequestTemplate GUARDED =
            PlacementRequests.placeWith(
                    Map.of(
                            "Authorization",
                            "Bearer " + KEY,
                            "Idempotency-Key",
                            "guarded-" + RequestTemplate.COUNTER));

    @Mixin private final ClosedLoopOptions loop = new ClosedLoopOptions();

    /// One of the two services, with its load.
    private record Side(ServiceProcess service, LoadGenerator load, RequestTemplate request) {

        Slice slice(Duration length) throws IOException {
            return SlicePairs.slice(service, load, request, length);
        }
    }

    record Pair(Slice guarded, Slice plain, double ratio) {}

    /// @param ratio orders/s with all of it ÷ orders/s without
    record Figures(
            boolean quick,
            int connections,
            WarmUp.Result plainWarmUp,
            WarmUp.Result guardedWarmUp,
            double sliceSeconds,
            Spread ratio,
            Spread guardedPerSecond,
            Spread plainPerSecond,
            Spread serverCpuMicrosPerGuardedOrder,
            Spread serverCpuMicrosPerPlainOrder,
            List<Pair> pairs) {}

    @Override
    String name() {
        return "guarded";
    }

    @Override
    String question() {
        return "Orders per second with keys, authentication and tracing of 1 %, divided by those without.";
    }

    @Override
    Figures measure() throws IOException, InterruptedException {
        return measure(OrderServiceCommand.built(), loop.warmUp(), loop.slice());
    }

    Figures measure(ServiceCommand command, WarmUp warmUp, Duration slice)
            throws IOException, InterruptedException {
        ServiceCommand with =
                command.with(
                        "--cobnut.security.mode=api-key",
                        "--cobnut.security.keys.bench.sha256=" + KEY_SHA256,
                        "--cobnut.security.keys.bench.scopes=orders:read,orders:write",
                        "--cobnut.tracing.enabled=true",
                        "--cobnut.tracing.file={data}/traces.jsonl");
        try (OwnService plainFolder = new OwnService(command);
                OwnService guardedFolder = new OwnService(with);
                ServiceProcess plain = plainFolder.start("plain");
                ServiceProcess guarded = guardedFolder.start("guarded");
                LoadGenerator toPlain = new LoadGenerator(plain.address(), loop.connections, 1);
                LoadGenerator toGuarded =
                        new LoadGenerator(guarded.address(), loop.connections, 1)) {
            Side all = new Side(guarded, toGuarded, GUARDED);
            Side none = new Side(plain, toPlain, PlacementRequests.PLACE);
            WarmUp.Result plainWarmUp = warmUp.run(plain, () -> none.slice(WARM_UP_SLICE));
            WarmUp.Result guardedWarmUp = warmUp.run(guarded, () -> all.slice(WARM_UP_SLICE));
            List<Pair> taken = new ArrayList<>();
            for (int p = 0; p < loop.pairs; p++) {
                Pair pair =
                        p % 2 == 0 ? guardedFirst(all, none, slice) : plainFirst(all, none, slice);
                taken.add(pair);
                say(
                        "pair %d: %.0f orders/s with, %.0f without, ratio %.3f",
                        p + 1, pair.guarded.perSecond(), pair.plain.perSecond(), pair.ratio);
            }
            return new Figures(
                    loop.quick,
                    loop.connections,
                    plainWarmUp,
                    guardedWarmUp,
                    slice.toMillis() / 1e3,
                    spread(taken, Pair::ratio),
                    spread(taken, pair -> pair.guarded.perSecond()),
                    spread(taken, pair -> pair.plain.perSecond()),
                    spread(taken, pair -> pair.guarded.serverCpuMicrosPerRequest()),
                    spread(taken, pair -> pair.plain.serverCpuMicrosPerRequest()),
                    taken);
        }
    }

    private static Pair guardedFirst(Side guarded, Side plain, Duration length) throws IOException {
        Slice first = guarded.slice(length);
        return pair(first, plain.slice(length));
    }

    private static Pair plainFirst(Side guarded, Side plain, Duration length) throws IOException {
        Slice first = plain.slice(length);
        return pair(guarded.slice(length), first);
    }

    private static Pair pair(Slice guarded, Slice plain) {
        return new Pair(guarded, plain, guarded.perSecond() / plain.perSecond());
    }

    private static Spread spread(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Spread.of(pairs.stream().mapToDouble(value).toArray());
    }
}
