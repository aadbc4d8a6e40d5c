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

/// **Question**, without a fault: what does an order cost on a cluster of three, compared to one
/// node over the same PostgreSQL, and on that compared to one with SQLite? With one: is anything
/// lost that was acknowledged, and how long does nobody get an answer?
///
/// **Ceiling**: members add nothing on a machine whose cores one node uses already; the ratio is
/// the price of the cluster, not its gain.
///
/// **Machine**: clients, members and the database share the cores. All sides run at the same time,
/// all but one of them idle; the order changes from round to round.
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

    @Option(names = "--rounds", description = "Of the fault (${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--seed", description = "The same seed makes the same run.")
    private long seed = System.nanoTime();

    @Option(
            names = "--slices",
            description = "Slices of 10 s of each side, without a fault (${DEFAULT-VALUE}).")
    private int slices = 6;

    @Option(
            names = "--connections",
            description = "Closed loop, without a fault (${DEFAULT-VALUE}).")
    private int connections = 30;

    @Option(
            names = "--warm-up",
            description =
                    "Seconds of load on each side before, without a fault (${DEFAULT-VALUE}).")
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
