package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.AnswerLog;
import dev.cobnut.lab.generator.Assignment;
import dev.cobnut.lab.load.GatlingLog.Response;
import dev.cobnut.lab.measurement.Histograms;
import dev.cobnut.lab.measurement.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
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
/// outcome, because the generator was stopped, is in no figure. Latencies come from the generator's
/// [AnswerLog], in microseconds. A request without an answer, and a log of an earlier build, have
/// the whole milliseconds of Gatling's clock.
public final class LoadLog {

    private static final long LATE_MS_MAX = 600_000;
    private static final int DIGITS = 3;

    /// Fewer digits than for the whole interval, because there are many seconds.
    private static final int DIGITS_OF_A_SECOND = 2;

    private static final int MS_PER_SECOND = 1_000;

    private final GatlingLog log;
    private final long[] userStarts;
    private final long[] userDue;
    private final long begin;
    private final boolean inMicros;

    private LoadLog(Path folder) throws IOException {
        Assignment assignment = Assignment.read(folder);
        Map<AnswerLog.Times, Deque<Integer>> answers = AnswerLog.read(folder);
        this.inMicros = !answers.isEmpty();
        this.log = GatlingLog.read(gatlingFolder(folder).resolve("simulation.log"), answers);
        this.userStarts = log.users.stream().mapToLong(Long::longValue).sorted().toArray();
        long[] due = Arrivals.due(assignment.plan(), assignment.simulation().requestsPerUser());
        this.begin = begin(userStarts, due);
        this.userDue = Arrays.stream(due).map(ms -> ms + begin).toArray();
    }

    /// @param folder folder of a [LoadProcess]
    public static LoadLog read(Path folder) throws IOException {
        return new LoadLog(folder);
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
        return log.complete;
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

    /// The number of answers and errors that came in the interval.
    public long ended(Instant from, Instant to) {
        return endedIn(from, to).count();
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
                        latencies
                                .get(second(response.start(), from))
                                .recordValue(Math.max(0, response.micros())));
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
                            latencies.get(second).getValueAtPercentile(99) / 1e3));
        }
        return seconds;
    }

    /// The punctuality of the users that were due in the interval.
    public Punctuality punctuality(Instant from, Instant to) {
        Histogram late = new Histogram(LATE_MS_MAX, DIGITS);
        for (int user = 0; user < Math.min(userDue.length, userStarts.length); user++) {
            if (isIn(userDue[user], from, to)) {
                late.recordValue(Math.clamp(userStarts[user] - userDue[user], 0, LATE_MS_MAX));
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
        log.crashes.stream()
                .filter(crash -> isIn(crash.end(), from, to))
                .forEach(crash -> errors.merge(crash.message(), 1L, Long::sum));
        return errors;
    }

    private Map<String, Histogram> histograms(Instant from, Instant to) {
        Map<String, Histogram> histograms = new TreeMap<>();
        begunIn(from, to)
                .forEach(response ->
                        histograms
                                .computeIfAbsent(response.name(), _ -> Histograms.empty())
                                .recordValue(
                                        Math.clamp(response.micros(), 0, Histograms.MICROS_MAX)));
        return histograms;
    }

    private static Histogram merged(Map<String, Histogram> histograms) {
        Histogram merged = Histograms.empty();
        histograms.values().forEach(merged::add);
        return merged;
    }

    /// The percentiles, without the histogram when the log has whole milliseconds.
    private Window.Latency latency(Histogram histogram) {
        Window.Latency of = Histograms.latency(histogram);
        return inMicros
                ? of
                : new Window.Latency(of.p50(), of.p90(), of.p99(), of.p999(), of.max(), null);
    }

    private Stream<Response> begunIn(Instant from, Instant to) {
        return log.responses.stream().filter(response -> isIn(response.start(), from, to));
    }

    private Stream<Response> endedIn(Instant from, Instant to) {
        return log.responses.stream().filter(response -> isIn(response.end(), from, to));
    }

    private static int second(long at, Instant from) {
        return (int) ((at - from.toEpochMilli()) / MS_PER_SECOND);
    }

    private static long countIn(long[] times, Instant from, Instant to) {
        return Arrays.stream(times).filter(at -> isIn(at, from, to)).count();
    }

    private static boolean isIn(long at, Instant from, Instant to) {
        return at >= from.toEpochMilli() && at < to.toEpochMilli();
    }
}
