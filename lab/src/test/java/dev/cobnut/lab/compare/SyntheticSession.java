package dev.cobnut.lab.compare;

import dev.cobnut.lab.measurement.Buckets;
import dev.cobnut.lab.measurement.Histograms;
import dev.cobnut.lab.measurement.RequestTimes;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.SampleFrames;
import dev.cobnut.lab.stacks.StackTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A recorded session with a known truth. Its runs scatter as real ones do. Each run is cheaper or
/// more expensive as a whole (`runNoise`). Each stack varies again by itself (`stackNoise`); those
/// of the compiler and the collector vary far more. The samples are Poisson counts.
final class SyntheticSession {

    static final double REQUESTS_PER_SECOND = 200;
    static final double SECONDS = 30;
    static final long CPU_INTERVAL_NS = 10_000_000;
    static final double CPU_NS_PER_REQUEST = 1_500_000;
    static final double COVERAGE = 0.9;

    private static final String WHIM = "com.hazelcast.internal.whim.Whim.indulge";
    private static final long ALLOC_BYTES = 512 << 10;
    private static final double ALLOCATED_PER_REQUEST = 60_000;
    private static final double COMPILER_NOISE = 0.15;

    int runs = 5;
    double runNoise = 0.03;
    double stackNoise = 0.03;
    long seed = 1;

    /// Relative cost of the last run above the first, as on a machine that warms up.
    double drift;

    /// The chance that a run is 15 % more expensive as a whole, because another process was
    /// running.
    double outliers;

    /// Number and share of methods of both variants that are too rare to be sampled in every run.
    int rareMethods;

    double rareShare;

    /// The chance that a run has 3 % additional work in code of its own.
    double whims;

    /// Samples per run, as a multiple of the figures above.
    double detail = 1;

    /// The same for allocation only, in addition.
    double detailOfAllocation = 1;

    List<ProfileEvent> events = List.of(ProfileEvent.CPU, ProfileEvent.ALLOC);
    String name = "synthetic";
    Variant a = variant("as it was");
    Variant b = variant("as it was");

    /// Sets the difference of B in the profile of each event.
    BiConsumer<ProfileEvent, SyntheticProfile> changeB = (_, _) -> {};

    /// True when the JVM counts the allocated bytes; false in services of earlier builds.
    boolean countsBytes = true;

    /// Relative time that each request of B waits in addition.
    double waitingOfB;

    /// True when the requests say what they waited for. What B waits in addition is group commit.
    boolean waits;

    /// Sets the CPU profile of both variants.
    Consumer<SyntheticProfile> profileOfAll = _ -> {};

    private final Random random = new Random();

    static Variant variant(String title, String... arguments) {
        return new Variant(title, null, List.of(), List.of(arguments), List.of(), true);
    }

    /// Adds this much CPU to B, in a frame that A does not have.
    SyntheticSession planted(double share) {
        b = variant("with a planted slowdown", "--cobnut.lab.slowdown=true");
        return changingCpu(profile ->
                profile.add(
                        share,
                        SyntheticProfile.request(
                                SyntheticProfile.PLANTED, "java.util.zip.CRC32.update")));
    }

    /// Affects time only, because CPU work need not allocate.
    SyntheticSession changingCpu(Consumer<SyntheticProfile> change) {
        changeB =
                (event, profile) -> {
                    if (event == ProfileEvent.CPU) {
                        change.accept(profile);
                    }
                };
        return this;
    }

    RecordedSession record() {
        random.setSeed(seed);
        List<Run> recorded = new ArrayList<>();
        Map<ProfileEvent, StackTable> tables = new EnumMap<>(ProfileEvent.class);
        List<String> ids = order().stream().toList();
        events.forEach(event -> tables.put(event, new StackTable(event, ids)));
        for (String id : ids) {
            recorded.add(run(id, id.substring(3), tables));
        }
        return new RecordedSession(
                plan(), SampleFrames.subsystems(), recorded, Map.of("steady", tables));
    }

    /// The order A B B A A B …
    private List<String> order() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 2 * runs; i++) {
            ids.add("%02d-%s".formatted(i + 1, i % 4 == 0 || i % 4 == 3 ? "A" : "B"));
        }
        long surplus = ids.stream().filter(id -> id.endsWith("A")).count() - runs;
        if (surplus != 0) {
            throw new IllegalStateException(ids.toString());
        }
        return ids;
    }

    SessionPlan plan() {
        return new SessionPlan(
                name,
                "A synthetic session",
                "Whether the lab finds what is there and nothing else.",
                null,
                Map.of("A", a, "B", b),
                List.of(new SessionPlan.Change("Work per request", "as it was", b.title())),
                new SessionPlan.Load(
                        "place",
                        null,
                        List.of(),
                        1,
                        Duration.ofSeconds(60),
                        new SessionPlan.Steady(0.1, 0.05, Duration.ofMinutes(5)),
                        "A",
                        400.0),
                List.of(
                        new WindowPlan(
                                "steady",
                                REQUESTS_PER_SECOND,
                                null,
                                Duration.ofSeconds((long) SECONDS),
                                events,
                                null,
                                Per.REQUEST)),
                new SessionPlan.Capture(
                        Duration.ofMillis(10),
                        ALLOC_BYTES,
                        Duration.ofMillis(50),
                        Duration.ofMillis(1)),
                runs,
                "outbox",
                null,
                new SessionPlan.Thresholds(0.03, 0.03, 0.05),
                null,
                null,
                null);
    }

    private Run run(String id, String variant, Map<ProfileEvent, StackTable> tables) {
        double place = (Integer.parseInt(id.substring(0, 2)) - 1) / (2.0 * runs - 1);
        double disturbed = random.nextDouble() < outliers ? 1.15 : 1;
        double whole = noise(runNoise) * (1 + drift * place) * disturbed;
        double waiting = whole * (variant.equals("B") ? 1 + waitingOfB : 1);
        boolean hasWhim = whims > 0 && random.nextDouble() < whims;
        List<Window.Profile> profiles = new ArrayList<>();
        double cpuNs = 0;
        Long allocated = null;
        for (ProfileEvent event : ProfileEvent.values()) {
            if (tables.containsKey(event) || event == ProfileEvent.CPU) {
                SyntheticProfile profile = SyntheticProfile.of(event);
                if (event == ProfileEvent.CPU) {
                    profileOfAll.accept(profile);
                    profile.addRare(rareMethods, rareShare);
                    if (hasWhim) {
                        profile.add(0.03, SyntheticProfile.request(WHIM));
                    }
                }
                if (variant.equals("B")) {
                    changeB.accept(event, profile);
                }
                double scale = event == ProfileEvent.ALLOC ? noise(0.005) : whole;
                StackTable table = tables.getOrDefault(event, new StackTable(event, List.of(id)));
                double sum = sample(table, id, profile, event, scale);
                cpuNs = event == ProfileEvent.CPU ? sum : cpuNs;
                allocated =
                        event == ProfileEvent.ALLOC && countsBytes
                                ? Long.valueOf(Math.round(sum))
                                : allocated;
                profiles.add(profile(table, id, event));
            }
        }
        return new Run(
                id,
                variant,
                Instant.parse("2026-11-20T10:00:00Z")
                        .plusSeconds(120L * Integer.parseInt(id.substring(0, 2))),
                "abc1234",
                List.of("-Xmx1g"),
                variant.equals("A") ? a.arguments() : b.arguments(),
                List.of(),
                new Run.Host(2, "a processor", "6.1", "25"),
                4000 + random.nextInt(300),
                null,
                List.of(window(cpuNs / 1e9, allocated, waiting, profiles)));
    }

    private Window window(
            double cpuSeconds,
            @Nullable Long allocated,
            double whole,
            List<Window.Profile> profiles) {
        long requests = Math.round(REQUESTS_PER_SECOND * SECONDS) - random.nextInt(3);
        double p50 = 3 * whole * noise(0.05);
        return new Window(
                "steady",
                SECONDS + random.nextInt(20) / 1000.0,
                new Window.Load(
                        REQUESTS_PER_SECOND,
                        REQUESTS_PER_SECOND,
                        requests,
                        Map.of(),
                        latency(p50, 2 * p50 * noise(0.05), 6 * p50 * noise(0.2))),
                new Window.Service(
                        requests,
                        requests + random.nextInt(5),
                        cpuSeconds,
                        20 + random.nextInt(3),
                        0.1 * noise(0.1),
                        300 + random.nextInt(9),
                        100 + random.nextInt(9),
                        0,
                        0,
                        2.0 * noise(0.1),
                        new Buckets(new TreeMap<>(Map.of(10.0, requests))),
                        allocated),
                profiles,
                List.of(
                        new Window.Span("outbox poll", requests / 20, p50 / 3, p50, null),
                        new Window.Span(
                                "POST /orders",
                                requests,
                                p50,
                                6 * p50,
                                waits ? times(requests, p50) : null)),
                List.of());
    }

    /// Each request takes 0.3 ms on a processor.
    private static RequestTimes times(long requests, double p50) {
        return new RequestTimes(
                requests,
                new RequestTimes.Cost(300_000 * requests, 900, 20_480 * requests, 800),
                band(requests / 10, p50),
                band(requests / 100, 6 * p50));
    }

    private static RequestTimes.Band band(long requests, double ms) {
        long elapsed = Math.round(1e6 * ms * requests);
        return new RequestTimes.Band(
                requests,
                elapsed,
                new RequestTimes.Cost(300_000 * requests, 9, 20_480 * requests, 8),
                new TreeMap<>(
                        Map.of(
                                "group commit",
                                elapsed - 1_300_000 * requests,
                                "read of a map",
                                900_000 * requests)));
    }

    /// A thousand requests with these percentiles.
    private static Window.Latency latency(double p50, double p90, double p99) {
        Histogram micros = Histograms.empty();
        micros.recordValueWithCount(Math.round(1e3 * p50), 500);
        micros.recordValueWithCount(Math.round(1e3 * p90), 400);
        micros.recordValueWithCount(Math.round(1e3 * p99), 90);
        micros.recordValueWithCount(Math.round(12e3 * p50), 9);
        micros.recordValueWithCount(Math.round(20e3 * p50), 1);
        return Histograms.latency(micros);
    }

    private static Window.Profile profile(StackTable table, String id, ProfileEvent event) {
        StackTable.Count total = table.total(id);
        return new Window.Profile(
                event,
                "perf_events",
                interval(event),
                total.samples(),
                total.value(),
                event == ProfileEvent.CPU ? COVERAGE : null);
    }

    private static long interval(ProfileEvent event) {
        return switch (event) {
            case CPU, WALL, LOCK -> CPU_INTERVAL_NS;
            case ALLOC -> ALLOC_BYTES;
        };
    }

    /// Returns the true total cost; a profile samples a part of it.
    private double sample(
            StackTable table,
            String id,
            SyntheticProfile profile,
            ProfileEvent event,
            double whole) {
        double perRequest =
                event == ProfileEvent.ALLOC ? ALLOCATED_PER_REQUEST : CPU_NS_PER_REQUEST;
        double fine = detail * (event == ProfileEvent.ALLOC ? detailOfAllocation : 1);
        double all = perRequest * REQUESTS_PER_SECOND * SECONDS;
        double spent = 0;
        for (Map.Entry<List<String>, Double> stack : profile.shares().entrySet()) {
            String root = stack.getKey().getFirst();
            boolean ofJvm = root.startsWith("CompileBroker") || root.startsWith("WorkerThread");
            double own = noise(ofJvm ? COMPILER_NOISE : stackNoise);
            double cost = all * whole * own * stack.getValue();
            spent += cost;
            long samples = poisson(cost * COVERAGE * fine / interval(event));
            if (samples > 0) {
                table.add(
                        id, stack.getKey(), samples, Math.round(samples * interval(event) / fine));
            }
        }
        return spent;
    }

    private double noise(double deviation) {
        return Math.max(0.1, 1 + deviation * random.nextGaussian());
    }

    private long poisson(double mean) {
        if (mean > 100) {
            return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        long count = 0;
        while (product > limit) {
            count++;
            product *= random.nextDouble();
        }
        return count;
    }
}
