package dev.cobnut.loadtests.load;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.load.LoadSecond;
import dev.cobnut.lab.load.Punctuality;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.machine.Machine;
import dev.cobnut.lab.machine.MachineReport;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.loadtests.simulation.OrderWorkload;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// `result.json`: the plan of a load and its measurements.
///
/// @param plan the plan, with the warm-up, if any, as its first phase
/// @param parts the measured parts in the order of time; for a soak also every minute
/// @param outbox one entry per reading
/// @param bystanders other activity in the measured time; null when the load did not reach it
/// @param contamination why the figures are doubtful, one sentence each; empty when they are not
/// @param endedEarly the reason for an early end; null when the load was complete
record LoadReport(
        LoadPlan plan,
        URI target,
        Instant startedAt,
        Machine machine,
        List<Part> parts,
        List<OutboxSecond> outbox,
        @Nullable MachineReport bystanders,
        List<String> contamination,
        @Nullable String endedEarly) {

    private static final int MINUTE = 60;

    /// @param throughputPerSecond expected answers per second
    /// @param requests latencies in milliseconds by request
    /// @param service differences of the service's counters; null when they could not be read at
    ///   both ends
    /// @param answersBetweenReadings what the generator received between the two readings of the
    ///   service's counters, which a busy service answers late; null without `service`. Where
    ///   `service` has many more requests, others have asked, and where it has far fewer, a node
    ///   was missed
    /// @param answersByStatus answers of the service by HTTP status; hot orders may answer 409 or
    ///   412
    /// @param serviceCpuMicrosPerRequest null without `service`
    /// @param generatorCpuMicrosPerRequest null when the CPU time was not known at both ends
    record Part(
            String name,
            double seconds,
            Window.Load load,
            double throughputPerSecond,
            Map<String, Window.Latency> requests,
            Window.@Nullable Service service,
            @Nullable Long answersBetweenReadings,
            Map<String, Long> answersByStatus,
            @Nullable Double serviceCpuMicrosPerRequest,
            @Nullable Double generatorCpuMicrosPerRequest,
            Punctuality punctuality,
            List<LoadSecond> perSecond) {}

    /// @param second seconds from the first request
    /// @param pending events that are committed and not delivered
    record OutboxSecond(int second, long pending, @Nullable Double viewLagP99Ms) {}

    /// @param begin seconds from the first request
    private record Interval(String name, int begin, int end, double perSecond) {}

    static LoadReport of(
            LoadPlan plan,
            int warmUpSeconds,
            URI target,
            Machine machine,
            LoadRun.Observation seen,
            LoadLog log) {
        List<Part> parts = new ArrayList<>();
        List<String> contamination = new ArrayList<>();
        int last = seen.endedEarly() == null ? Integer.MAX_VALUE : seen.samples().size() - 1;
        for (Interval interval : intervals(plan, warmUpSeconds)) {
            int end = Math.min(interval.end(), last);
            if (end > interval.begin()) {
                parts.add(part(interval, end, seen, log));
            }
        }
        if (seen.bystanders() != null) {
            contamination.addAll(seen.bystanders().contamination());
        }
        parts.stream()
                .flatMap(part -> part.punctuality().complaints().stream())
                .distinct()
                .forEach(contamination::add);
        return new LoadReport(
                plan,
                target,
                log.begin(),
                machine,
                parts,
                outbox(seen.samples()),
                seen.bystanders(),
                contamination,
                seen.endedEarly());
    }

    private static List<Interval> intervals(LoadPlan plan, int warmUpSeconds) {
        List<Interval> intervals = new ArrayList<>();
        int begin = 0;
        for (Phase phase : plan.phases()) {
            int end = begin + Math.toIntExact(phase.length().toSeconds());
            if (begin >= warmUpSeconds) {
                intervals.add(new Interval(phase.name(), begin, end, phase.perSecond()));
            }
            begin = end;
        }
        if (OrderWorkload.named(plan.simulation()) == OrderWorkload.SOAK) {
            Interval whole = intervals.getLast();
            for (int minute = 0; minute < (whole.end() - whole.begin()) / MINUTE; minute++) {
                int start = whole.begin() + minute * MINUTE;
                intervals.add(
                        new Interval(
                                "minute " + (minute + 1),
                                start,
                                start + MINUTE,
                                whole.perSecond()));
            }
        }
        return intervals;
    }

    private static Part part(Interval interval, int end, LoadRun.Observation seen, LoadLog log) {
        Instant from = log.begin().plusSeconds(interval.begin());
        Instant to = log.begin().plusSeconds(end);
        double seconds = end - interval.begin();
        Window.Load load = log.figures(from, to, interval.perSecond());
        LoadRun.Sample before =
                seen.samples().get(Math.min(interval.begin(), seen.samples().size() - 1));
        LoadRun.Sample after = seen.samples().get(Math.min(end, seen.samples().size() - 1));
        ServiceCounters atStart = before.counters();
        ServiceCounters atEnd = after.counters();
        Window.@Nullable Service service = null;
        @Nullable Long answersBetweenReadings = null;
        Map<String, Long> answersByStatus = Map.of();
        if (atStart != null && atEnd != null) {
            service = atEnd.since(atStart);
            answersBetweenReadings = log.ended(atStart.at(), atEnd.at());
            answersByStatus = answers(atStart, atEnd);
        }
        return new Part(
                interval.name(),
                seconds,
                load,
                load.succeeded() / seconds,
                log.byRequest(from, to),
                service,
                answersBetweenReadings,
                answersByStatus,
                service == null || service.requests() == 0
                        ? null
                        : Double.valueOf(1e6 * service.cpuSeconds() / service.requests()),
                generatorCpu(before, after, log),
                log.punctuality(from, to),
                log.seconds(from, to));
    }

    /// The answers between two scrapes, by HTTP status.
    static Map<String, Long> answers(ServiceCounters before, ServiceCounters after) {
        Map<String, Long> answers = new TreeMap<>();
        after.answersByStatus()
                .forEach((status, count) -> {
                    long more = count - before.answersByStatus().getOrDefault(status, 0L);
                    if (more > 0) {
                        answers.put(status, more);
                    }
                });
        return answers;
    }

    private static @Nullable Double generatorCpu(
            LoadRun.Sample before, LoadRun.Sample after, LoadLog log) {
        Duration start = before.generatorCpu();
        Duration end = after.generatorCpu();
        long begun = log.begun(before.at(), after.at());
        return start == null || end == null || begun == 0
                ? null
                : Double.valueOf(end.minus(start).toNanos() / 1e3 / begun);
    }

    private static List<OutboxSecond> outbox(List<LoadRun.Sample> samples) {
        List<OutboxSecond> outbox = new ArrayList<>();
        ServiceCounters before = null;
        for (int second = 0; second < samples.size(); second++) {
            ServiceCounters counters = samples.get(second).counters();
            if (counters != null) {
                Double lag =
                        before == null
                                ? counters.viewLagP99Ms()
                                : counters.since(before).viewLagP99Ms();
                outbox.add(new OutboxSecond(second, counters.pending(), lag));
                before = counters;
            }
        }
        return outbox;
    }
}
