package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.SlicePairs.Slice;
import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.RequestTemplate;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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

    private static final String KEY = "bench.k2dEEnCLdFWYLQzSBO1mRXqzYpCN8dkZ8iDhiSNVAdk";

    private static final RequestTemplate GUARDED =
            PlacementRequests.placeWith(
                    Map.of(
                            "Authorization",
                            "Bearer " + KEY,
                            "Idempotency-Key",
                            "guarded-" + RequestTemplate.COUNTER));

    @Option(
            names = "--connections",
            description = "Connections of the closed loop (${DEFAULT-VALUE}).")
    private int connections = 32;

    @Option(names = "--pairs", description = "Pairs of slices after warm-up (${DEFAULT-VALUE}).")
    private int pairs = 6;

    @Option(
            names = "--quick",
            description = "10 s of warm-up each, slices of 3 s: for a trial, not for publication.")
    private boolean quick;

    record Pair(Slice guarded, Slice plain, double ratio) {}

    /// @param ratio orders/s with all of it ÷ orders/s without
    record Figures(
            boolean quick,
            int connections,
            int warmUpSeconds,
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
        return measure(
                OrderServiceCommand.built(), quick ? 10 : 60, Duration.ofSeconds(quick ? 3 : 10));
    }

    Figures measure(ServiceCommand command, int warmUpSeconds, Duration slice)
            throws IOException, InterruptedException {
        ServiceCommand with =
                command.with(
                        "--cobnut.security.mode=api-key",
                        "--cobnut.security.keys.bench.sha256=" + sha256(KEY),
                        "--cobnut.security.keys.bench.scopes=orders:read,orders:write,orders:admin",
                        "--cobnut.tracing.enabled=true",
                        "--cobnut.tracing.file={data}/traces.jsonl");
        try (OwnService plainFolder = new OwnService(command);
                OwnService guardedFolder = new OwnService(with);
                ServiceProcess plain = plainFolder.start("plain");
                ServiceProcess guarded = guardedFolder.start("guarded");
                LoadGenerator toPlain = new LoadGenerator(plain.address(), connections, 1);
                LoadGenerator toGuarded = new LoadGenerator(guarded.address(), connections, 1)) {
            say("warming up for %d s each", warmUpSeconds);
            Duration warmUp = Duration.ofSeconds(warmUpSeconds);
            toPlain.closedLoop(PlacementRequests.PLACE, warmUp);
            toGuarded.closedLoop(GUARDED, warmUp);
            List<Pair> taken = new ArrayList<>();
            for (int p = 0; p < pairs; p++) {
                Slice first =
                        p % 2 == 0
                                ? SlicePairs.slice(guarded, toGuarded, GUARDED, slice)
                                : SlicePairs.slice(plain, toPlain, PlacementRequests.PLACE, slice);
                Slice second =
                        p % 2 == 0
                                ? SlicePairs.slice(plain, toPlain, PlacementRequests.PLACE, slice)
                                : SlicePairs.slice(guarded, toGuarded, GUARDED, slice);
                Pair pair = p % 2 == 0 ? pair(first, second) : pair(second, first);
                taken.add(pair);
                say(
                        "pair %d: %.0f orders/s with, %.0f without, ratio %.3f",
                        p + 1, pair.guarded.perSecond(), pair.plain.perSecond(), pair.ratio);
            }
            return new Figures(
                    quick,
                    connections,
                    warmUpSeconds,
                    slice.toMillis() / 1e3,
                    spread(taken, Pair::ratio),
                    spread(taken, pair -> pair.guarded.perSecond()),
                    spread(taken, pair -> pair.plain.perSecond()),
                    spread(taken, pair -> pair.guarded.serverCpuMicrosPerRequest()),
                    spread(taken, pair -> pair.plain.serverCpuMicrosPerRequest()),
                    taken);
        }
    }

    private static Pair pair(Slice guarded, Slice plain) {
        return new Pair(guarded, plain, guarded.perSecond() / plain.perSecond());
    }

    private static Spread spread(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Spread.of(pairs.stream().mapToDouble(value).toArray());
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
