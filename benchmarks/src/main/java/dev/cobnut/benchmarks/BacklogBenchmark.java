package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.http.LoadGenerator;
import dev.cobnut.loadtests.http.LoadResult;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// **Question**: does the cost of delivering an event depend on the number of waiting events?
///
/// **Ceiling**: a ratio of 1. The figure is the CPU of the whole service process per delivered
/// event. It covers the time from the release of the delivery until the last event is delivered,
/// without other load.
///
/// **Machine**: CPU time has steps of 10 ms, so a small backlog is built and drained several times.
/// The report also has the elapsed time. The service runs with the heap of `./cobnut run`; events
/// that do not fit stay in the journal.
@Command(
        name = "backlog",
        description = "Cost per delivered event against the size of the backlog.")
final class BacklogBenchmark extends Benchmark {

    private static final int CONNECTIONS = 32;
    private static final Duration SLICE = Duration.ofMillis(50);
    private static final Duration DRAIN_MAX = Duration.ofMinutes(20);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final JsonMapper MAPPER = new JsonMapper();

    /// Events that are drained at each size, over at least [#ROUNDS_MIN] rounds.
    private static final int EVENTS_PER_SIZE = 50_000;

    private static final int ROUNDS_MIN = 1;
    private static final int ROUNDS_MAX = 20;

    @Option(
            names = "--sizes",
            split = ",",
            description = "Events that wait when the delivery is released (${DEFAULT-VALUE}).")
    private List<Integer> sizes = List.of(1_000, 10_000, 100_000, 1_000_000);

    @Option(
            names = "--warm-up",
            description = "Events drained before the measurement (${DEFAULT-VALUE}).")
    private int warmUp = 200_000;

    /// @param lastToFirst CPU per event at the largest size divided by that at the smallest
    record Figures(int warmUpEvents, List<Size> sizes, double lastToFirst) {}

    /// @param events drained in all rounds
    /// @param cpuMicrosPerEvent all rounds together
    /// @param perRound the same figure of each round
    /// @param wallMicrosPerEvent from the release to the last delivery
    record Size(
            int pending,
            int rounds,
            long events,
            double cpuMicrosPerEvent,
            Spread perRound,
            double wallMicrosPerEvent,
            long residentMiB) {}

    private record Drain(long events, Duration cpu, Duration wall) {}

    @Override
    String name() {
        return "backlog";
    }

    @Override
    String question() {
        return "Does the cost of delivering an event depend on the number of waiting events?";
    }

    @Override
    Figures measure() throws IOException, InterruptedException {
        try (OwnService own = new OwnService(OrderServiceCommand.built());
                ServiceProcess service = own.start("data");
                HttpClient http = HttpClient.newHttpClient();
                LoadGenerator load = new LoadGenerator(service.address(), CONNECTIONS, 1)) {
            Backlog backlog = new Backlog(service, http, load);
            for (int drained = 0; drained < warmUp; ) {
                drained += (int) backlog.buildAndDrain(20_000).events();
                say("warmed up with %d events", drained);
            }
            List<Size> measured = new ArrayList<>();
            for (int size : sizes) {
                measured.add(measure(backlog, service, size));
            }
            return new Figures(
                    warmUp,
                    measured,
                    measured.getLast().cpuMicrosPerEvent()
                            / measured.getFirst().cpuMicrosPerEvent());
        }
    }

    private static Size measure(Backlog backlog, ServiceProcess service, int size)
            throws IOException, InterruptedException {
        int rounds = Math.clamp(EVENTS_PER_SIZE / size, ROUNDS_MIN, ROUNDS_MAX);
        double[] perRound = new double[rounds];
        long events = 0;
        long cpuNanos = 0;
        long wallNanos = 0;
        for (int round = 0; round < rounds; round++) {
            Drain drain = backlog.buildAndDrain(size);
            perRound[round] = micros(drain.cpu().toNanos(), drain.events());
            events += drain.events();
            cpuNanos += drain.cpu().toNanos();
            wallNanos += drain.wall().toNanos();
        }
        Size result =
                new Size(
                        size,
                        rounds,
                        events,
                        micros(cpuNanos, events),
                        Spread.of(perRound),
                        micros(wallNanos, events),
                        service.residentBytes().orElse(0) >> 20);
        say(
                "%d pending, %d rounds: %.1f us of CPU per event, %.1f us elapsed",
                size, rounds, result.cpuMicrosPerEvent(), result.wallMicrosPerEvent());
        return result;
    }

    private static double micros(long nanos, long events) {
        return nanos / 1e3 / events;
    }

    /// A service with a delivery that can be held.
    private record Backlog(ServiceProcess service, HttpClient http, LoadGenerator load) {

        Drain buildAndDrain(int size) throws IOException, InterruptedException {
            pause(true);
            long placed = 0;
            while (placed < size) {
                LoadResult slice = load.closedLoop(PlacementRequests.PLACE, SLICE);
                placed += slice.succeeded();
            }
            long waiting = undelivered();
            if (waiting < placed) {
                throw new IllegalStateException(
                        waiting
                                + " events wait, and "
                                + placed
                                + " were placed while the delivery was held back");
            }
            Duration cpuBefore = service.cpuTime();
            long start = System.nanoTime();
            pause(false);
            while (undelivered() > 0) {
                if (System.nanoTime() - start > DRAIN_MAX.toNanos()) {
                    throw new IllegalStateException(
                            undelivered() + " events still wait after " + DRAIN_MAX);
                }
                TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
            }
            return new Drain(
                    waiting,
                    service.cpuTime().minus(cpuBefore),
                    Duration.ofNanos(System.nanoTime() - start));
        }

        private void pause(boolean paused) throws IOException, InterruptedException {
            ask(
                    HttpRequest.newBuilder(outbox())
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"paused\":" + paused + "}")));
        }

        private long undelivered() throws IOException, InterruptedException {
            return ask(HttpRequest.newBuilder(outbox())).get("undelivered").longValue();
        }

        private JsonNode ask(HttpRequest.Builder request) throws IOException, InterruptedException {
            var response = http.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException(
                        "the outbox endpoint answered "
                                + response.statusCode()
                                + ": "
                                + response.body());
            }
            return MAPPER.readTree(response.body());
        }

        private URI outbox() {
            return service.uri().resolve("/actuator/outbox");
        }
    }
}
