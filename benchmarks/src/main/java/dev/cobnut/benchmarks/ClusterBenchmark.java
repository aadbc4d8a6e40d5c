package dev.cobnut.benchmarks;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.loadtests.cluster.ClusterRun;
import dev.cobnut.loadtests.cluster.Fault;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// **Question** without a fault: what does an order cost on a cluster of three, on one node over
/// the same PostgreSQL, and on one node with SQLite? With a fault: are acknowledged commands lost,
/// and how long are clients without an answer?
///
/// **Ceiling**: one node already uses all cores of the machine, so more members cannot add
/// throughput. The ratio is the price of the cluster, not its gain.
///
/// **Machine**: clients, members and the database share the cores. All arms run at the same time,
/// and only one of them has load. Their order changes from round to round.
@Command(
        name = "cluster",
        description =
                "Three members over PostgreSQL: their price, or rounds of a fault under load.")
final class ClusterBenchmark extends Benchmark {

    private static final String NONE = "none";

    @Option(
            names = "--fault",
            description = "none, kill, partition, database or rolling (${DEFAULT-VALUE}).")
    private String fault = NONE;

    @Option(names = "--rounds", description = "Rounds of the fault (${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--seed", description = "The same seed makes the same run.")
    private long seed = System.nanoTime();

    @Option(
            names = "--slices",
            description = "Slices of 10 s of each arm, without a fault (${DEFAULT-VALUE}).")
    private int slices = 6;

    @Option(
            names = "--connections",
            description = "Connections of the closed loop, without a fault (${DEFAULT-VALUE}).")
    private int connections = 30;

    @Option(
            names = "--warm-up",
            description = "Seconds of warm-up of each arm, without a fault (${DEFAULT-VALUE}).")
    private int warmUpSeconds = 180;

    @Option(names = "--keep", description = "Keep ledgers, logs and data in this new folder.")
    private @Nullable Path keep;

    @Override
    String name() {
        return "cluster-" + fault.toLowerCase(Locale.ROOT);
    }

    @Override
    String question() {
        return fault.equals(NONE)
                ? "Orders per second and CPU per order: SQLite, PostgreSQL, and three members over PostgreSQL."
                : "Every member has all acknowledged commands in spite of the fault: "
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
            ServiceCommand command = OrderServiceCommand.built();
            return fault.equals(NONE)
                    ? ClusterPrice.measure(
                            command,
                            folder,
                            connections,
                            warmUpSeconds,
                            slices,
                            line -> say("%s", line))
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
}
