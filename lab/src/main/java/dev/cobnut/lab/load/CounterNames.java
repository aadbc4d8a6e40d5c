package dev.cobnut.lab.load;

/// The names of a service's Prometheus counters. Counters of the JVM, the process and HTTP have
/// Micrometer's names.
///
/// @param service for sentences, for example `the shop`
/// @param requestPath start of the paths whose requests count
/// @param delivered counter of delivered events
/// @param pending gauge of committed events that are not delivered
/// @param polls timer of searches for events to deliver
/// @param emptyPolls counter of searches that found no event
/// @param lag histogram of the time from the commit of an event until readers could see it; a
///   summary in services of earlier builds
public record CounterNames(
        String service,
        String requestPath,
        String delivered,
        String pending,
        String polls,
        String emptyPolls,
        String lag) {

    private static final String REQUESTS = "http_server_requests_seconds";

    /// The page with only the metric families that are read, which costs half as much as the whole
    /// page.
    String page() {
        return "/actuator/prometheus?includedNames="
                + String.join(
                        ",",
                        REQUESTS,
                        "jvm_gc_pause_seconds",
                        "process_cpu_time_ns",
                        delivered,
                        pending,
                        polls,
                        emptyPolls,
                        lag);
    }

    boolean isRequest(String sample) {
        return sample.startsWith(REQUESTS + "_count{") && sample.contains("uri=\"" + requestPath);
    }

    boolean isLagBucket(String sample) {
        return sample.startsWith(lag + "_bucket{");
    }

    boolean isLagP99(String sample) {
        return sample.startsWith(lag + "{") && sample.contains("quantile=\"0.99\"");
    }
}
