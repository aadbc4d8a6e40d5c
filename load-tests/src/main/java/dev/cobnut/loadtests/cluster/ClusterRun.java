package dev.cobnut.loadtests.cluster;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.ledger.CommandHistory;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Puts a cluster under load, makes a fault, and verifies, in rounds. A round:
///
/// 1. Workers send commands to all members. After a random number of acknowledgements the fault
///    begins, and the load continues. Then the fault is repaired, and the load continues for a
///    while.
/// 2. Commands that no member decided are sent again with their keys.
/// 3. All data of the round is read back through every member and verified.
///
/// After the last round an acknowledged event is deleted from the database, and the verification
/// must report it.
public final class ClusterRun {

    static final int MEMBERS = 3;

    private static final String SCHEMA = "cobnut";

    /// @param folder folder for ledgers, logs and data
    /// @param faults the faults, made one after the other on the same cluster
    /// @param rounds rounds per fault
    /// @param workers number of clients; each sends one command at a time
    /// @param pace pause of a worker between two commands, which keeps the load well below the knee
    public record Settings(
            ServiceCommand command,
            Path folder,
            List<Fault> faults,
            int rounds,
            int workers,
            Duration pace,
            long seed) {

        public Settings {
            faults = List.copyOf(faults);
        }

        /// Eight workers with pauses, at most 180 commands per second.
        public static Settings of(
                ServiceCommand command, Path folder, List<Fault> faults, int rounds, long seed) {
            return new Settings(command, folder, faults, rounds, 8, Duration.ofMillis(45), seed);
        }
    }

    private final Settings settings;
    private final SplittableRandom random;

    private ClusterRun(Settings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
    }

    /// The reason why this fault cannot be made on this machine; null when it can.
    public static @Nullable String reasonAgainst(Fault fault) throws IOException {
        if (Database.programs().isEmpty()) {
            return "PostgreSQL is not installed (apt-get install postgresql)";
        }
        return fault == Fault.PARTITION ? Namespaces.reasonAgainst().orElse(null) : null;
    }

    /// @return a report for each fault
    /// @throws IOException when the cluster does not start or recover, or a read fails
    public static List<ClusterReport> run(Settings settings)
            throws IOException, InterruptedException {
        return new ClusterRun(settings).run();
    }

    private List<ClusterReport> run() throws IOException, InterruptedException {
        Files.createDirectories(settings.folder());
        try (ClusterNetwork place =
                        settings.faults().contains(Fault.PARTITION)
                                ? Namespaces.open(MEMBERS)
                                : new Loopback(MEMBERS);
                Database database = Database.start(place);
                Cluster cluster =
                        Cluster.start(
                                settings.command(),
                                place,
                                MEMBERS,
                                database.settings(SCHEMA),
                                settings.folder())) {
            List<OrdersClient> clients =
                    cluster.members().stream()
                            .map(member -> new OrdersClient(member.uri()))
                            .toList();
            try {
                FaultMaker maker = new FaultMaker(cluster, place, database, clients, random);
                List<FaultRounds> done = new ArrayList<>();
                for (Fault fault : settings.faults()) {
                    FaultRounds rounds = new FaultRounds(settings, fault, random, clients, maker);
                    rounds.run();
                    done.add(rounds);
                }
                boolean seen = plantedLossIsSeen(database, clients, done.getLast().history());
                return done.stream().map(rounds -> rounds.report(seen)).toList();
            } finally {
                clients.forEach(OrdersClient::close);
            }
        }
    }

    /// Deletes the only event of an acknowledged placement directly in the database.
    private static boolean plantedLossIsSeen(
            Database database, List<OrdersClient> clients, CommandHistory history)
            throws IOException, InterruptedException {
        for (CommandHistory.Key key : history.acknowledged().reversed()) {
            String deleted =
                    database.sql(
                            """
                            DELETE FROM %1$s.events WHERE stream = 'order-%2$s' AND version = 1
                                AND NOT EXISTS (SELECT FROM %1$s.events WHERE stream = 'order-%2$s'
                                    AND version = 2) RETURNING version\
                            """
                                    .formatted(SCHEMA, key.orderId()));
            if (!deleted.isEmpty()) {
                return Examination.look(clients, history).stream()
                        .anyMatch(finding -> finding.kind().isLoss());
            }
        }
        return false;
    }
}
