package dev.cobnut.loadtests.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.load.LoadSecond;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.loadtests.simulation.OrderWorkload;
import dev.cobnut.loadtests.standin.StandInFaults;
import dev.cobnut.loadtests.standin.StandInService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoadProcessTest {

    private static final LoadPlan PLAN =
            new LoadPlan(
                    "life",
                    5,
                    List.of(
                            new Phase("slow", 60, Duration.ofSeconds(1)),
                            new Phase("fast", 120, Duration.ofSeconds(1))));

    /// Users times requests of a life.
    private static final long REQUESTS = (10 + 20) * 6;

    @TempDir Path folder;

    @Test
    void aLogIsCountedAsGatlingCountsItAndTheSameSeedSendsTheSameData() throws Exception {
        Path first = run("first", true);
        Path second = run("second", false);

        LoadLog log = LoadLog.read(first.resolve("load"));
        Instant begin = Instant.ofEpochMilli(0);
        Window.Load all = log.figures(begin, Instant.now().plusSeconds(3_600), 90);
        String summary = Files.readString(first.resolve("load/generator.log"));
        assertThat(log.isComplete()).isTrue();
        assertThat(all.succeeded()).isEqualTo(REQUESTS).isEqualTo(summed(summary, "request count"));
        assertThat(all.errors()).isEmpty();
        Window.Latency latency = Objects.requireNonNull(all.latencyMs());
        double max = summed(summary, "max response time \\(ms\\)");
        // Gatling's clock has whole milliseconds, and HdrHistogram three digits.
        assertThat(latency.max()).isBetween(0.998 * max - 1, 1.002 * max + 1);
        assertThat(latency.resolutionMs()).isEqualTo(0.001);
        assertThat(latency.p50()).isPositive().isNotEqualTo(Math.rint(latency.p50()));
        // Gatling's percentiles are estimates from a t-digest, and lie between two far values here.
        double p95 = summed(summary, "response time 95th percentile \\(ms\\)");
        assertThat(latency.p99()).isBetween(0.8 * p95 - 1, 1.002 * max + 1);
        assertThat(events(second)).isEqualTo(events(first)).hasSize((int) REQUESTS * 5 / 6);
    }

    @Test
    void aLoadIsEndedEarlyAndTheNextOneComesFromTheSameGenerator() throws Exception {
        LoadPlan endless =
                new LoadPlan("life", 5, List.of(new Phase("long", 60, Duration.ofHours(1))));
        try (StandInService service = StandInService.start(folder, StandInFaults.none());
                LoadProcess first =
                        LoadProcess.start(
                                endless,
                                OrderWorkload.LIFE.simulation(),
                                service.uri(),
                                folder.resolve("load-1"))) {
            Instant began = first.startedAt();
            assertThat(first.isAlive()).isTrue();

            LoadProcess second =
                    first.then(
                            PLAN,
                            OrderWorkload.LIFE.simulation(),
                            service.uri(),
                            folder.resolve("load-2"));
            second.awaitEnd();

            assertThat(second.pid()).isEqualTo(first.pid());
            assertThat(LoadLog.read(folder.resolve("load-1")).isComplete()).isTrue();
            LoadLog log = LoadLog.read(folder.resolve("load-2"));
            assertThat(log.begin()).isAfter(began);
            assertThat(log.begun(log.begin(), Instant.now())).isEqualTo(REQUESTS);
            assertThat(log.ended(log.begin(), Instant.now())).isEqualTo(REQUESTS);
            assertThat(log.ended(began, log.begin())).isZero();
        }
    }

    /// Leaves the log in `load` and what the service stored in `events.jsonl`.
    private Path run(String name, boolean pages) throws Exception {
        Path own = Files.createDirectories(folder.resolve(name));
        try (StandInService service = StandInService.start(own, StandInFaults.none());
                LoadProcess load =
                        LoadProcess.start(
                                PLAN,
                                OrderWorkload.LIFE.simulation(),
                                service.uri(),
                                own.resolve("load"))) {
            Instant begin = load.startedAt();
            assertThat(load.cpuTime().orElseThrow()).isPositive();
            load.awaitEnd();

            LoadLog log = LoadLog.read(own.resolve("load"));
            List<LoadSecond> seconds = log.seconds(log.begin(), log.begin().plusSeconds(2));
            assertThat(log.begin()).isBetween(begin.minusSeconds(30), begin);
            assertThat(seconds).extracting(LoadSecond::usersDue).containsExactly(10L, 20L);
            if (pages) {
                assertThat(load.writePages()).isRegularFile();
            }
        }
        return own;
    }

    private static long summed(String summary, String row) {
        Matcher matcher = Pattern.compile("> " + row + " +\\| +([0-9,]+) \\|").matcher(summary);
        assertThat(matcher.find()).as(row).isTrue();
        return Long.parseLong(matcher.group(1).replace(",", ""));
    }

    /// What was stored, without ids and without what comes from the idempotency key of the run.
    private static List<String> events(Path own) throws IOException {
        return Files.readAllLines(own.resolve("events.jsonl")).stream()
                .map(line -> {
                    JsonNode event = JsonMapper.shared().readTree(line);
                    JsonNode data = event.path("data");
                    return event.path("key").asString().substring("12345678-".length())
                            + data.path("customerId")
                            + data.path("lines")
                            + data.path("shippingAddress")
                            + data.path("amount")
                            + data.path("trackingNumber");
                })
                .sorted()
                .toList();
    }
}
