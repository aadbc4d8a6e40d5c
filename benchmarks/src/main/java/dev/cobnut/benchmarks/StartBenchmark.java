package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// **Question**: how long does a service need until it takes requests, and how much does a journal
/// add?
///
/// **Ceiling**: a bare Spring Boot application with Tomcat and an embedded Hazelcast member.
///
/// **Machine**: the time from the start of the process to the first 200 of its readiness endpoint.
/// The data is in the page cache of the operating system, as after a crash of the process, not of
/// the machine.
@Command(name = "start", description = "Start to ready, empty and with a journal.")
final class StartBenchmark extends Benchmark {

    private static final int CONNECTIONS = 32;
    private static final Duration SLICE = Duration.ofSeconds(1);

    @Option(names = "--runs", description = "Starts of each kind (${DEFAULT-VALUE}).")
    private int runs = 5;

    @Option(names = "--events", description = "Events in the journal (${DEFAULT-VALUE}).")
    private int events = 100_000;

    /// Times in seconds.
    ///
    /// @param added median with a journal − median without
    record Figures(int eventsInJournal, Spread emptyJournal, Spread fullJournal, double added) {}

    @Override
    String name() {
        return "start";
    }

    @Override
    String question() {
        return "How long from the start of the process to readiness?";
    }

    @Override
    Figures measure() throws IOException, InterruptedException {
        try (OwnService own = new OwnService(OrderServiceCommand.built())) {
            double[] empty = new double[runs];
            for (int run = 0; run < runs; run++) {
                empty[run] = startAndStop(own, "empty-" + run);
            }
            int seeded = seed(own);
            double[] full = new double[runs];
            for (int run = 0; run < runs; run++) {
                full[run] = startAndStop(own, "seeded");
            }
            Spread before = Spread.of(empty);
            Spread after = Spread.of(full);
            return new Figures(seeded, before, after, after.median() - before.median());
        }
    }

    private static double startAndStop(OwnService own, String data)
            throws IOException, InterruptedException {
        try (ServiceProcess service = own.start(data)) {
            double seconds = service.startToReady().toNanos() / 1e9;
            say("%s: ready after %s s", data, String.format(Locale.ROOT, "%.2f", seconds));
            return seconds;
        }
    }

    private int seed(OwnService own) throws IOException, InterruptedException {
        long placed = 0;
        try (ServiceProcess service = own.start("seeded");
                LoadGenerator generator = new LoadGenerator(service.address(), CONNECTIONS, 1)) {
            while (placed < events) {
                LoadResult slice = generator.closedLoop(PlacementRequests.PLACE, SLICE);
                if (slice.succeeded() == 0) {
                    throw new IOException("The service takes no orders: " + slice.byStatus());
                }
                placed += slice.succeeded();
                say("seeded %d events", placed);
            }
        }
        return Math.toIntExact(placed);
    }
}
