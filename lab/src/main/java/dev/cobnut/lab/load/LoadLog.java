package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.Assignment;
import dev.cobnut.lab.measurement.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// Computes the figures of any interval from Gatling's log.
///
/// Arrivals and latencies count requests that **began** in the interval. Successes and errors count
/// requests that **ended** in it. A stall at the end of an interval therefore appears in its
/// latencies, and the throughput is the work that was completed in it. A request without an
/// outcome, because the generator was stopped, is in no figure. Gatling's clock has a resolution of
/// one millisecond.
public final class LoadLog {

    private static final long LATENCY_MS_MAX = 600_000;
    private static final int DIGITS = 3;

    /// Fewer digits than for the whole interval, because there are many seconds.
    private static final int DIGITS_OF_A_SECOND = 2;

    private static final int MS_PER_SECOND = 1_000;

    private final List<Response> responses = new ArrayList<>();
    private final List<Response> crashes = new ArrayList<>();
    private final long[] userStarts;
    private final long[] userDue;
    private final long begin;
    private final boolean complete;

    private record Response(String name, long start, long end, boolean ok, String message) {

        long ms() {
            return Math.clamp(end - start, 0, LATENCY_MS_MAX);
        }
    }

    private LoadLog(Path file, Assignment assignment) throws IOException {
        List<Long> starts = new ArrayList<>();
        this.complete =
                GatlingLog.read(
                        file,
                        new GatlingLog.Visitor() {
                            @Override
                            public void response(
                                    String name, long start, long end, boolean ok, String message) {
                                responses.add(new Response(name, start, end, ok, message));
                            }

                            @Override
                            public void userStarted(long at) {
                                starts.add(at);
                            }

                            @Override
                            public void error(String message, long at) {
                                crashes.add(new Response("", at, at, false, message));
                            }
                        });
        this.userStarts = starts.stream().mapToLong(Long::longValue).sorted().toArray();
        long[] due = Arrivals.due(assignment.plan(), assignment.simulation().requestsPerUser());
        this.begin = begin(userStarts, due);
        this.userDue = Arrays.stream(due).map(ms -> ms + begin).toArray();
    }

    /// @param folder folder of a [LoadProcess]
    public static LoadLog read(Path folder) throws IOException {
        return new LoadLog(
                gatlingFolder(folder).resolve("simulation.log"), Assignment.read(folder));
    }

    /// The folder of Gatling's log and pages.
    public static Path gatlingFolder(Path folder) throws IOException {
        try (Stream<Path> below = Files.list(folder)) {
            List<Path> found =
                    below.filter(path -> Files.isRegularFile(path.resolve("simulation.log")))
                            .toList();
            if (found.size() != 1) {
                throw new IOException(
                        "%s has %d logs of Gatling, not one.".formatted(folder, found.size()));
            }
            return found.getFirst();
        }
    }

    /// True when the generator finished. Otherwise the last seconds may be missing.
    public boolean isComplete() {
        return complete;
    }

    /// The start of the plan: the time for which no user began before it was due and the most
    /// punctual user began on time. [LoadProcess#startedAt] is the start of the first user, which
    /// is later in a cold JVM.
    public Instant begin() {
        return Instant.ofEpochMilli(begin);
    }

    public Window.Load figures(Instant from, Instant to, double plannedPerSecond) {
        double seconds = Duration.between(from, to).toNanos() / 1e9;
        long begun = begun(from, to);
        long succeeded = endedIn(from, to).filter(Response::ok).count();
        return new Window.Load(
                plannedPerSecond,
                begun / seconds,
                succeeded,
                errors(from, to),
                latency(merged(histograms(from, to))));
    }

    /// The number of requests that began in the interval.
    public long begun(Instant from, Instant to) {
        return begunIn(from, to).count();
    }

    /// The latencies of the requests that began in the interval, by request name.
    public Map<String, Window.Latency> byRequest(Instant from, Instant to) {
        Map<String, Window.Latency> latencies = new TreeMap<>();
        histograms(from, to).forEach((name, histogram) -> latencies.put(name, latency(histogram)));
        return latencies;
    }

    /// The seconds of the interval; the last one may be shorter.
    public List<LoadSecond> seconds(Instant from, Instant to) {
        int count =
                Math.toIntExact(
                        Math.ceilDiv(to.toEpochMilli() - from.toEpochMilli(), MS_PER_SECOND));
        long[] succeeded = new long[count];
        long[] failed = new long[count];
        List<Histogram> latencies = new ArrayList<>();
        for (int second = 0; second < count; second++) {
            latencies.add(new Histogram(DIGITS_OF_A_SECOND));
        }
        endedIn(from, to)
                .forEach(response ->
                        (response.ok() ? succeeded : failed)[second(response.end(), from)]++);
        begunIn(from, to)
                .forEach(response ->
                        latencies.get(second(response.start(), from)).recordValue(response.ms()));
        List<LoadSecond> seconds = new ArrayList<>();
        for (int second = 0; second < count; second++) {
            Instant start = from.plusSeconds(second);
            Instant end = start.plusSeconds(1).isBefore(to) ? start.plusSeconds(1) : to;
            seconds.add(
                    new LoadSecond(
                            second,
                            latencies.get(second).getTotalCount(),
                            countIn(userDue, start, end),
                            countIn(userStarts, start, end),
                            succeeded[second],
                            failed[second],
                            latencies.get(second).getValueAtPercentile(99)));
        }
        return seconds;
    }

    /// The punctuality of the users that were due in the interval.
    public Punctuality punctuality(Instant from, Instant to) {
        Histogram late = new Histogram(LATENCY_MS_MAX, DIGITS);
        for (int user = 0; user < Math.min(userDue.length, userStarts.length); user++) {
            if (isIn(userDue[user], from, to)) {
                late.recordValue(Math.clamp(userStarts[user] - userDue[user], 0, LATENCY_MS_MAX));
            }
        }
        List<LoadSecond> seconds = seconds(from, to);
        int behind =
                (int)
                        seconds.stream()
                                .filter(second ->
                                        second.usersBegun()
                                                < Punctuality.BEGUN_SHARE_MIN * second.usersDue()
                                                        - 1)
                                .count();
        return new Punctuality(
                late.getTotalCount(),
                late.getValueAtPercentile(50),
                late.getValueAtPercentile(99),
                late.getMaxValue(),
                behind,
                seconds.size());
    }

    private static long begin(long[] starts, long[] due) {
        long begin = Long.MAX_VALUE;
        for (int user = 0; user < Math.min(starts.length, due.length); user++) {
            begin = Math.min(begin, starts[user] - due[user]);
        }
        return begin == Long.MAX_VALUE ? 0 : begin;
    }

    private Map<String, Long> errors(Instant from, Instant to) {
        Map<String, Long> errors = new TreeMap<>();
        endedIn(from, to)
                .filter(response -> !response.ok())
                .forEach(response ->
                        errors.merge(response.name() + ": " + response.message(), 1L, Long::sum));
        crashes.stream()
                .filter(crash -> isIn(crash.end(), from, to))
                .forEach(crash -> errors.merge(crash.message(), 1L, Long::sum));
        return errors;
    }

    private Map<String, Histogram> histograms(Instant from, Instant to) {
        Map<String, Histogram> histograms = new TreeMap<>();
        begunIn(from, to)
                .forEach(response ->
                        histograms
                                .computeIfAbsent(
                                        response.name(), _ -> new Histogram(LATENCY_MS_MAX, DIGITS))
                                .recordValue(response.ms()));
        return histograms;
    }

    private static Histogram merged(Map<String, Histogram> histograms) {
        Histogram merged = new Histogram(LATENCY_MS_MAX, DIGITS);
        histograms.values().forEach(merged::add);
        return merged;
    }

    private static Window.Latency latency(Histogram histogram) {
        return new Window.Latency(
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue());
    }

    private Stream<Response> begunIn(Instant from, Instant to) {
        return responses.stream().filter(response -> isIn(response.start(), from, to));
    }

    private Stream<Response> endedIn(Instant from, Instant to) {
        return responses.stream().filter(response -> isIn(response.end(), from, to));
    }

    private static int second(long at, Instant from) {
        return (int) ((at - from.toEpochMilli()) / MS_PER_SECOND);
    }

    private static long countIn(long[] sorted, Instant from, Instant to) {
        return countBefore(sorted, to.toEpochMilli()) - countBefore(sorted, from.toEpochMilli());
    }

    private static long countBefore(long[] sorted, long at) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static boolean isIn(long at, Instant from, Instant to) {
        return at >= from.toEpochMilli() && at < to.toEpochMilli();
    }
}
