package dev.cobnut.benchmarks;

import dev.cobnut.loadtests.cluster.Cluster;
import dev.cobnut.loadtests.cluster.Database;
import dev.cobnut.loadtests.cluster.Member;
import dev.cobnut.loadtests.cluster.Place;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/// One node and a cluster of three over one PostgreSQL, each with a schema of its own, and
/// generators for both: the same number of connections, spread over the members.
final class SideBySide implements AutoCloseable {

    private static final int MEMBERS = 3;

    private final Database database;
    private final Side one;
    private final Side three;

    /// @param generators one per member
    private record Side(Cluster cluster, List<LoadGenerator> generators) {}

    private SideBySide(Database database, Side one, Side three) {
        this.database = database;
        this.one = one;
        this.three = three;
    }

    static SideBySide start(ServiceCommand command, Path folder, int connections)
            throws IOException, InterruptedException {
        Place place = Place.loopback(1);
        Database database = Database.start(place);
        Cluster single =
                Cluster.start(
                        command, place, 1, database.settings("single"), folder.resolve("one"));
        Cluster three =
                Cluster.start(
                        command,
                        Place.loopback(MEMBERS),
                        MEMBERS,
                        database.settings("three"),
                        folder.resolve("three"));
        return new SideBySide(
                database, side(single, connections, 1), side(three, connections, 1_000_000_000L));
    }

    private static Side side(Cluster cluster, int connections, long firstNumber)
            throws IOException {
        List<LoadGenerator> generators = new ArrayList<>();
        for (Member member : cluster.members()) {
            generators.add(
                    new LoadGenerator(
                            member.address(),
                            connections / cluster.members().size(),
                            firstNumber + member.number() * 100_000_000L));
        }
        return new Side(cluster, generators);
    }

    /// Closed loop of placements on one side.
    ClusterBenchmark.Slice slice(boolean cluster, Duration length)
            throws IOException, InterruptedException {
        Side side = cluster ? three : one;
        Duration members = side.cluster().cpuTime();
        Duration postgres = database.cpuTime();
        List<Future<LoadResult>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(MEMBERS)) {
            for (LoadGenerator generator : side.generators()) {
                running.add(
                        threads.submit(() -> generator.closedLoop(OrderRequests.PLACE, length)));
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
                throw new IOException("A slice without a success");
            }
            return new ClusterBenchmark.Slice(
                    perSecond,
                    side.cluster().cpuTime().minus(members).toNanos() / 1e3 / succeeded,
                    database.cpuTime().minus(postgres).toNanos() / 1e3 / succeeded,
                    latency.getValueAtPercentile(99) / 1e6);
        } catch (ExecutionException e) {
            throw new IOException("A generator failed", e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        for (Side side : List.of(one, three)) {
            for (LoadGenerator generator : side.generators()) {
                generator.close();
            }
            side.cluster().close();
        }
        database.close();
    }
}
