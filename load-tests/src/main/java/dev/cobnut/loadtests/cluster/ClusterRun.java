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
    /// @param upgrade what a rolling restart changes
    public record Settings(
            ServiceCommand command,
            Path folder,
            List<Fault> faults,
            int rounds,
            int workers,
            Duration pace,
            Upgrade upgrade,
            long seed) {

        public Settings {
            faults = List.copyOf(faults);
        }

        /// Members come back with another build after a rolling restart.
        public Settings upgrading(Upgrade to) {
            return new Settings(command, folder, faults, rounds, workers, pace, to, seed);
        }

        /// Eight workers with pauses, at most 180 commands per second.
        public static Settings of(
                ServiceCommand command, Path folder, List<Fault> faults, int rounds, long seed) {
            Upgrade none = new Upgrade(command, List.of());
            return new Settings(
                    command, folder, faults, rounds, 8, Duration.ofMillis(45), none, seed);
        }
    }

    /// @param to the command of the members that were restarted
    /// @param counted stored names of lookups that must have each order in the group of its number
    ///   of events, and in no other, after the upgrade
    public record Upgrade(ServiceCommand to, List<String> counted) {

        public Upgrade {
            counted = List.copyOf(counted);
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
                Examination examination =
                        new Examination(clients, database, SCHEMA, settings.upgrade().counted());
                FaultMaker maker =
                        new FaultMaker(
                                cluster, place, database, clients, settings.upgrade().to(), random);
                List<FaultRounds> done = new ArrayList<>();
                for (Fault fault : settings.faults()) {
                    FaultRounds rounds =
                            new FaultRounds(settings, fault, random, clients, maker, examination);
                    rounds.run();
                    done.add(rounds);
                }
                boolean seen = plantedLossIsSeen(database, examination, done.getLast().history());
                return done.stream().map(rounds -> rounds.report(seen)).toList();
            } finally {
                clients.forEach(OrdersClient::close);
            }
        }
    }

    /// Deletes the only event of an acknowledged placement directly in the database.
    private static boolean plantedLossIsSeen(
            Database database, Examination examination, CommandHistory history)
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
                return examination.look(history).stream()
                        .anyMatch(finding -> finding.kind().isLoss());
            }
        }
        return false;
    }
}
