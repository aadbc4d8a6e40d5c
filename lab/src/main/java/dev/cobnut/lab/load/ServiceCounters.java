package dev.cobnut.lab.load;

import dev.cobnut.lab.measurement.Buckets;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The counters of a service at one moment: one scrape of `/actuator/prometheus`.
///
/// @param at when the page had been read; a busy service may have let the reader wait for it
/// @param requests answered requests without the scrapes
/// @param answersByStatus answered requests by HTTP status
/// @param cpuSeconds user and system CPU time of the process
/// @param viewLagP99Ms since the start, or of about the last minute in a service without buckets;
///   null when nothing was delivered
/// @param viewLag all lags since the start, in milliseconds; null in a service without buckets
public record ServiceCounters(
        Instant at,
        long requests,
        Map<String, Long> answersByStatus,
        long delivered,
        double cpuSeconds,
        long gcCount,
        double gcSeconds,
        long polls,
        long emptyPolls,
        long pending,
        @Nullable Double viewLagP99Ms,
        @Nullable Buckets viewLag) {

    private static final int TIMEOUT_MS = 5_000;

    private static final String GC_COUNT = "jvm_gc_pause_seconds_count";
    private static final String GC_SECONDS = "jvm_gc_pause_seconds_sum";

    /// @throws ServiceUnavailableException when the service does not answer or lacks these counters
    public static ServiceCounters read(URI target, CounterNames names) throws IOException {
        return read(target, names, null);
    }

    /// The counters, with the CPU time that the operating system reports for the process.
    public static ServiceCounters read(ServiceProcess service, CounterNames names)
            throws IOException {
        return read(service.uri(), names, cpuTime(service));
    }

    /// The counters of any JVM service: its CPU time, and its requests where it counts them.
    ///
    /// @param page path of the metrics; null when requests are not counted
    /// @param counter name of the sample
    public static ServiceCounters read(
            ServiceProcess service, @Nullable String page, @Nullable String counter)
            throws IOException {
        long requests =
                page == null || counter == null
                        ? 0
                        : requests(service.uri().resolve(page), counter);
        double cpu = cpuTime(service).toNanos() / 1e9;
        return new ServiceCounters(
                Instant.now(), requests, Map.of(), 0, cpu, 0, 0, 0, 0, 0, null, null);
    }

    /// The sum of a counter over its labels.
    static long requests(URI address, String counter) throws IOException {
        Samples samples = new Samples(address, page(address));
        if (!samples.has(counter)) {
            throw new ServiceUnavailableException(
                    "%s has no counter %s.".formatted(address, counter));
        }
        return (long) samples.sum(counter);
    }

    private static Duration cpuTime(ServiceProcess service) throws IOException {
        try {
            return service.cpuTime();
        } catch (IllegalStateException _) {
            throw new ServiceUnavailableException("The service ended; its log is " + service.log());
        }
    }

    /// The differences between two scrapes of one service.
    public Window.Service since(ServiceCounters before) {
        Buckets lag =
                viewLag == null || before.viewLag == null ? null : viewLag.since(before.viewLag);
        return new Window.Service(
                requests - before.requests,
                delivered - before.delivered,
                cpuSeconds - before.cpuSeconds,
                gcCount - before.gcCount,
                gcSeconds - before.gcSeconds,
                polls - before.polls,
                emptyPolls - before.emptyPolls,
                before.pending,
                pending,
                lag == null ? viewLagP99Ms : lag.quantile(0.99),
                lag,
                null);
    }

    private static ServiceCounters read(URI target, CounterNames names, @Nullable Duration cpu)
            throws IOException {
        Samples samples = new Samples(target, page(target.resolve(names.page())));
        Instant at = Instant.now();
        Map<String, Long> answers = samples.answersByStatus(names);
        Buckets lag = samples.viewLag(names);
        return new ServiceCounters(
                at,
                answers.values().stream().mapToLong(Long::longValue).sum(),
                answers,
                (long) samples.required(names, names.delivered() + "_total"),
                cpu == null
                        ? samples.required(names, "process_cpu_time_ns_total") / 1e9
                        : cpu.toNanos() / 1e9,
                (long) samples.sum(GC_COUNT),
                samples.sum(GC_SECONDS),
                (long) samples.required(names, names.polls() + "_count"),
                (long) samples.required(names, names.emptyPolls() + "_total"),
                (long) samples.required(names, names.pending()),
                samples.viewLagP99Ms(names, lag),
                lag);
    }

    private static String page(URI page) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ServiceUnavailableException(
                    "The counters of the service cannot be read at %s: %s".formatted(page, e));
        }
    }

    /// Parses the Prometheus text format, version 0.0.4: `name{label="value",…} value`; `#` starts
    /// a comment.
    private static final class Samples {

        private final URI target;
        private final Map<String, Double> values = new HashMap<>();

        Samples(URI target, String page) {
            this.target = target;
            page.lines()
                    .filter(line -> !line.startsWith("#") && line.indexOf(' ') > 0)
                    .forEach(line -> {
                        int space = line.lastIndexOf(' ');
                        values.put(
                                line.substring(0, space),
                                Double.parseDouble(line.substring(space + 1)));
                    });
        }

        boolean has(String name) {
            return values.keySet().stream()
                    .anyMatch(sample -> sample.equals(name) || sample.startsWith(name + "{"));
        }

        double required(CounterNames names, String name) throws ServiceUnavailableException {
            @Nullable Double value = values.get(name);
            if (value == null) {
                throw new ServiceUnavailableException(
                        "%s has no counter %s, so it is not %s."
                                .formatted(target, name, names.service()));
            }
            return value;
        }

        /// The sum over all labels; 0 before the first event, which creates the counter.
        double sum(String name) {
            return values.entrySet().stream()
                    .filter(entry ->
                            entry.getKey().equals(name) || entry.getKey().startsWith(name + "{"))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }

        Map<String, Long> answersByStatus(CounterNames names) {
            Map<String, Long> answers = new TreeMap<>();
            values.forEach((sample, value) -> {
                if (names.isRequest(sample)) {
                    int status = sample.indexOf("status=\"") + "status=\"".length();
                    answers.merge(
                            sample.substring(status, sample.indexOf('"', status)),
                            value.longValue(),
                            Long::sum);
                }
            });
            return answers;
        }

        @Nullable Buckets viewLag(CounterNames names) {
            NavigableMap<Double, Long> counts = new TreeMap<>();
            values.forEach((sample, value) -> {
                if (names.isLagBucket(sample)) {
                    counts.merge(1e3 * bound(sample), value.longValue(), Long::sum);
                }
            });
            return counts.isEmpty() ? null : new Buckets(counts);
        }

        private static double bound(String sample) {
            int le = sample.indexOf("le=\"") + "le=\"".length();
            String bound = sample.substring(le, sample.indexOf('"', le));
            return bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
        }

        @Nullable Double viewLagP99Ms(CounterNames names, @Nullable Buckets lag) {
            return lag != null
                    ? lag.quantile(0.99)
                    : values.entrySet().stream()
                            .filter(entry -> names.isLagP99(entry.getKey()))
                            .map(entry -> 1e3 * entry.getValue())
                            .filter(ms -> !ms.isNaN())
                            .findFirst()
                            .orElse(null);
        }
    }
}
