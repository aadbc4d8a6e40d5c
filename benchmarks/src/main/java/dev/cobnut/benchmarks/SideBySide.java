package dev.cobnut.benchmarks;

import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.measurement.Buckets;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.cluster.Cluster;
import dev.cobnut.loadtests.cluster.ClusterNetwork;
import dev.cobnut.loadtests.cluster.Database;
import dev.cobnut.loadtests.cluster.Member;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.service.OrderServiceSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Runs one node with a journal in SQLite, one over PostgreSQL, and a cluster of three over the
/// same PostgreSQL. Each of the three has a log of its own and the same number of connections,
/// spread over its members.
final class SideBySide implements AutoCloseable {

    /// The arms that are compared.
    enum Arm {
        SQLITE(1),
        ONE(1),
        THREE(3);

        private final int members;

        Arm(int members) {
            this.members = members;
        }

        private List<String> journal(Database database) {
            return this == SQLITE
                    ? List.of("--cobnut.journal.type=sqlite")
                    : database.settings(name().toLowerCase(Locale.ROOT));
        }
    }

    /// The result of one arm in one slice.
    ///
    /// @param perSecond acknowledged orders per second
    /// @param membersCpuMicrosPerOrder user and system CPU time of all members
    /// @param databaseCpuMicrosPerOrder CPU time of PostgreSQL, its background work included
    /// @param viewLagP99Ms from the commit of an event to its view, of all members
    /// @param deliveredPerOrder events delivered in the slice. When it is below 1, a part of the
    ///   CPU of the orders is spent after the slice
    record Slice(
            double perSecond,
            double membersCpuMicrosPerOrder,
            double databaseCpuMicrosPerOrder,
            double p99Ms,
            double viewLagP99Ms,
            double deliveredPerOrder) {

        double cpuMicrosPerOrder() {
            return membersCpuMicrosPerOrder + databaseCpuMicrosPerOrder;
        }
    }

    /// @param generators one per member
    private record Side(Cluster cluster, List<LoadGenerator> generators) {

        /// The counters of each member.
        private List<ServiceCounters> counters() throws IOException {
            List<ServiceCounters> all = new ArrayList<>();
            for (Member member : cluster.members()) {
                all.add(ServiceCounters.read(member.uri(), OrderServiceSubject.COUNTERS));
            }
            return all;
        }
    }

    /// What the members of a side have delivered in a slice.
    private record Delivered(long events, double lagP99Ms) {

        private static Delivered since(List<ServiceCounters> before, List<ServiceCounters> after)
                throws IOException {
            long events = 0;
            Buckets lags = new Buckets(new TreeMap<>());
            for (int i = 0; i < after.size(); i++) {
                Window.Service member = after.get(i).since(before.get(i));
                events += member.delivered();
                Buckets lag = member.viewLag();
                lags = lag == null ? lags : lags.plus(lag);
            }
            @Nullable Double p99 = lags.quantile(0.99);
            if (p99 == null) {
                throw new IOException("No event reached its view within the slice");
            }
            return new Delivered(events, p99);
        }
    }

    /// Distance between the first numbers of two generators, so that no two generators make the
    /// same order.
    private static final long NUMBERS_PER_GENERATOR = 100_000_000L;

    private final Database database;
    private final Map<Arm, Side> sides = new EnumMap<>(Arm.class);

    private SideBySide(Database database) {
        this.database = database;
    }

    /// Starts everything and waits until it is ready.
    static SideBySide start(ServiceCommand command, Path folder, int connections)
            throws IOException, InterruptedException {
        SideBySide all = new SideBySide(Database.start(ClusterNetwork.loopback(1)));
        try {
            long firstNumber = 1;
            for (Arm arm : Arm.values()) {
                Cluster cluster =
                        Cluster.start(
                                command,
                                ClusterNetwork.loopback(arm.members),
                                arm.members,
                                arm.journal(all.database),
                                folder.resolve(arm.name().toLowerCase(Locale.ROOT)));
                all.sides.put(arm, side(arm, cluster, connections, firstNumber));
                firstNumber += arm.members * NUMBERS_PER_GENERATOR;
            }
            return all;
        } catch (IOException | InterruptedException e) {
            all.close();
            throw e;
        }
    }

    private static Side side(Arm arm, Cluster cluster, int connections, long firstNumber)
            throws IOException {
        List<LoadGenerator> generators = new ArrayList<>();
        for (Member member : cluster.members()) {
            generators.add(
                    new LoadGenerator(
                            member.address(),
                            connections / arm.members,
                            firstNumber + member.number() * NUMBERS_PER_GENERATOR));
        }
        return new Side(cluster, generators);
    }

    /// Places orders on one arm in a closed loop.
    Slice slice(Arm arm, Duration length) throws IOException, InterruptedException {
        Side side = Objects.requireNonNull(sides.get(arm));
        List<ServiceCounters> before = side.counters();
        Duration members = side.cluster().cpuTime();
        Duration postgres = database.cpuTime();
        List<Future<LoadResult>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(arm.members)) {
            for (LoadGenerator generator : side.generators()) {
                running.add(
                        threads.submit(
                                () -> generator.closedLoop(PlacementRequests.PLACE, length)));
            }
            long succeeded = 0;
            double perSecond = 0;
            Histogram latency = new Histogram(3);
            for (Future<LoadResult> result : running) {
                LoadResult of = result.get();
                succeeded += of.succeeded();
                perSecond += of.succeededPerSecond();
                latency.add(of.latencyNanos());
            }
            if (succeeded == 0) {
                throw new IOException("The slice of " + arm + " has no successful answer");
            }
            double databaseMicros =
                    arm == Arm.SQLITE
                            ? 0
                            : database.cpuTime().minus(postgres).toNanos() / 1e3 / succeeded;
            double membersMicros =
                    side.cluster().cpuTime().minus(members).toNanos() / 1e3 / succeeded;
            Delivered delivered = Delivered.since(before, side.counters());
            return new Slice(
                    perSecond,
                    membersMicros,
                    databaseMicros,
                    latency.getValueAtPercentile(99) / 1e6,
                    delivered.lagP99Ms(),
                    delivered.events() / (double) succeeded);
        } catch (ExecutionException e) {
            throw new IOException("A generator failed", e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        for (Side side : sides.values()) {
            for (LoadGenerator generator : side.generators()) {
                generator.close();
            }
            side.cluster().close();
        }
        database.close();
    }
}
