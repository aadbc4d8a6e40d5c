package dev.cobnut.loadtests.standin;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/// The counters that the lab reads, in the Prometheus text format. Events are delivered at once.
final class StandInMetrics {

    private final Map<Integer, LongAdder> answers = new ConcurrentSkipListMap<>();
    private final LongAdder delivered = new LongAdder();

    void answered(String path, int status) {
        if (path.startsWith("/orders")) {
            answers.computeIfAbsent(status, _ -> new LongAdder()).increment();
        }
    }

    void delivered() {
        delivered.increment();
    }

    String page() {
        StringBuilder page = new StringBuilder("# TYPE outbox_pending gauge\noutbox_pending 0.0\n");
        page.append("outbox_delivered_total ").append(delivered.doubleValue()).append('\n');
        page.append("outbox_poll_seconds_count ").append(delivered.sum()).append('\n');
        page.append("outbox_poll_empty_total 0.0\n");
        page.append("process_cpu_time_ns_total ").append((double) cpuNanos()).append('\n');
        page.append("cobnut_view_lag_seconds_bucket{application=\"orders\",le=\"0.004\"} ")
                .append(delivered.sum())
                .append('\n');
        page.append("cobnut_view_lag_seconds_bucket{application=\"orders\",le=\"+Inf\"} ")
                .append(delivered.sum())
                .append('\n');
        answers.forEach((status, count) ->
                page.append("http_server_requests_seconds_count{method=\"ANY\",status=\"")
                        .append(status)
                        .append("\",uri=\"/orders/{id}\"} ")
                        .append(count.sum())
                        .append('\n'));
        return page.toString();
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
