package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.loadtests.cluster.ClusterRun;
import dev.cobnut.loadtests.cluster.Fault;
import dev.cobnut.loadtests.service.ServiceCommand;
import dev.cobnut.loadtests.service.ServiceUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// **Question**, without a fault: what does an order cost on a cluster of three, compared to one
/// node over the same PostgreSQL? With one: is anything lost that was acknowledged, and how long
/// does nobody get an answer?
///
/// **Ceiling**: members add nothing on a machine whose cores one node uses already; the ratio is
/// the price of the cluster, not its gain.
///
/// **Machine**: clients, members and the database share the cores. Both sides run at the same time,
/// one of them idle; slices in the order A B B A.
@Command(
        name = "cluster",
        description =
                "Three members over PostgreSQL: their price, or rounds of a fault under load.")
final class ClusterBenchmark extends Benchmark {

    private static final String NONE = "none";
    private static final Duration SLICE = Duration.ofSeconds(10);
    private static final Duration WARM_UP_SLICE = Duration.ofSeconds(5);

    @Option(
            names = "--fault",
            description = "none, kill, partition, database or rolling (${DEFAULT-VALUE}).")
    private String fault = NONE;

    @Option(names = "--rounds", description = "Of the fault (${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--seed", description = "The same seed makes the same run.")
    private long seed = System.nanoTime();

    @Option(names = "--pairs", description = "Pairs of slices, without a fault (${DEFAULT-VALUE}).")
    private int pairs = 6;

    @Option(
            names = "--connections",
            description = "Closed loop, without a fault (${DEFAULT-VALUE}).")
    private int connections = 30;

    @Option(
            names = "--warm-up",
            description =
                    "Seconds of load on each side before, without a fault (${DEFAULT-VALUE}).")
    private int warmUpSeconds = 60;

    @Option(names = "--keep", description = "Keep ledgers, logs and data in this new folder.")
    private @Nullable Path keep;

    /// @param perSecond orders that were acknowledged
    /// @param membersCpuMicrosPerOrder user and system time of all members
    /// @param databaseCpuMicrosPerOrder of PostgreSQL
    record Slice(
            double perSecond,
            double membersCpuMicrosPerOrder,
            double databaseCpuMicrosPerOrder,
            double p99Ms) {}

    /// @param throughput three ÷ one
    /// @param cpu CPU per order, members and database: three ÷ one
    record Pair(Slice one, Slice three, double throughput, double cpu) {}

    record Price(
            int connections,
            double sliceSeconds,
            int warmUpSeconds,
            Spread throughputRatio,
            Spread cpuRatio,
            Spread onePerSecond,
            Spread threePerSecond,
            Spread oneCpuMicrosPerOrder,
            Spread threeCpuMicrosPerOrder,
            Spread oneP99Ms,
            Spread threeP99Ms,
            List<Pair> pairs) {}

    @Override
    String name() {
        return "cluster-" + fault.toLowerCase(Locale.ROOT);
    }

    @Override
    String question() {
        return fault.equals(NONE)
                ? "Orders per second and CPU per order of three members against one, over the same PostgreSQL."
                : "What was acknowledged is found, on every member, in spite of the fault: "
                        + fault
                        + ".";
    }

    @Override
    Object measure() throws IOException, InterruptedException {
        @Nullable Path kept = keep;
        Path folder =
                kept == null
                        ? Files.createTempDirectory("cobnut-cluster-")
                        : Files.createDirectories(kept);
        try {
            ServiceCommand command = ServiceCommand.orderService();
            return fault.equals(NONE)
                    ? price(command, folder)
                    : ClusterRun.run(
                                    ClusterRun.Settings.of(
                                            command, folder, List.of(faultOf()), rounds, seed))
                            .getFirst();
        } finally {
            if (kept == null) {
                OwnService.delete(folder);
            }
        }
    }

    private Fault faultOf() throws IOException {
        Fault named;
        try {
            named = Fault.valueOf(fault.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            throw new ServiceUnavailableException(
                    "--fault is none, kill, partition, database or rolling, not " + fault + ".");
        }
        @Nullable String reason = ClusterRun.reasonAgainst(named);
        if (reason != null) {
            throw new ServiceUnavailableException(
                    "The fault " + fault + " cannot be made here: " + reason + ".");
        }
        return named;
    }

    private Price price(ServiceCommand command, Path folder)
            throws IOException, InterruptedException {
        try (SideBySide sides = SideBySide.start(command, folder, connections)) {
            say("warming up for %d s", 2 * warmUpSeconds);
            long end = System.nanoTime() + Duration.ofSeconds(2L * warmUpSeconds).toNanos();
            while (System.nanoTime() < end) {
                sides.slice(false, WARM_UP_SLICE);
                sides.slice(true, WARM_UP_SLICE);
            }
            List<Pair> taken = new ArrayList<>();
            for (int p = 0; p < pairs; p++) {
                Slice first = sides.slice(p % 2 == 1, SLICE);
                Slice second = sides.slice(p % 2 == 0, SLICE);
                taken.add(p % 2 == 0 ? pair(first, second) : pair(second, first));
                Pair pair = taken.getLast();
                say(
                        "pair %d: one %.0f/s, three %.0f/s, ratio %.3f; CPU ratio %.3f",
                        p + 1, pair.one.perSecond, pair.three.perSecond, pair.throughput, pair.cpu);
            }
            return new Price(
                    connections,
                    SLICE.toMillis() / 1e3,
                    warmUpSeconds,
                    spread(taken, Pair::throughput),
                    spread(taken, Pair::cpu),
                    spread(taken, pair -> pair.one.perSecond),
                    spread(taken, pair -> pair.three.perSecond),
                    spread(taken, pair -> cpu(pair.one)),
                    spread(taken, pair -> cpu(pair.three)),
                    spread(taken, pair -> pair.one.p99Ms),
                    spread(taken, pair -> pair.three.p99Ms),
                    taken);
        }
    }

    private static Pair pair(Slice one, Slice three) {
        return new Pair(one, three, three.perSecond / one.perSecond, cpu(three) / cpu(one));
    }

    private static double cpu(Slice slice) {
        return slice.membersCpuMicrosPerOrder + slice.databaseCpuMicrosPerOrder;
    }

    private static Spread spread(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        return Spread.of(pairs.stream().mapToDouble(value).toArray());
    }
}
