package dev.cobnut.lab.load;

/// What a service calls its Prometheus counters. Those of the JVM, of the process and of HTTP have
/// Micrometer's names.
///
/// @param service for sentences, for example `the shop`
/// @param requestPath begin of the paths whose requests count
/// @param delivered counter: events that were delivered
/// @param pending gauge: events that were committed and not delivered
/// @param polls timer: looks for events to deliver
/// @param emptyPolls counter: those that found none
/// @param lag summary: from the commit of an event until it was visible to readers
public record CounterNames(
        String service,
        String requestPath,
        String delivered,
        String pending,
        String polls,
        String emptyPolls,
        String lag) {

    private static final String REQUESTS = "http_server_requests_seconds";

    /// The page with the families that are read: half the cost of the whole page.
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

    boolean isLagP99(String sample) {
        return sample.startsWith(lag + "{") && sample.contains("quantile=\"0.99\"");
    }
}
