package dev.cobnut.lab.capture;

import dev.cobnut.lab.measurement.RequestTimes;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import one.jfr.event.SpanEvent;

/// The requests of a recording with their waits, and the samples of each request.
///
/// **The spans** are written by the service. A virtual thread may go on on another platform thread
/// after a wait, so a request is a number of parts, each on one platform thread.
///
/// ```text
/// ~17                                         a part of the request 17 that ended with a wait
/// ~17 <TAB> ns of its last part <TAB> POST /orders <TAB> group commit=812000 <TAB> …
///                                             all of the request 17, with the sums of its waits
/// ```
///
/// **A sample** belongs to the request that ran on its platform thread at that time. A request that
/// waits in code without a name lets others run on that thread within its part. So of several
/// parts, the one that began last gets the sample.
final class RequestSamples {

    private static final char MARK = '~';
    private static final String SEPARATOR = "\t";
    private static final double MEDIAN_FROM = 0.45;
    private static final double MEDIAN_TO = 0.55;
    private static final double SLOWEST_FROM = 0.99;

    /// @param from in ticks of the recording's clock, as `to`
    private record Part(String request, long from, long to) {}

    private record Sample(ProfileEvent event, long time, long value, SampledStack stack) {}

    private static final class Request {

        final String tag;
        final long nanos;
        final Map<String, Long> waits;
        long cpuNanos;
        long cpuSamples;
        long allocatedBytes;
        long allocations;

        Request(String tag, long nanos, Map<String, Long> waits) {
            this.tag = tag;
            this.nanos = nanos;
            this.waits = waits;
        }
    }

    private final Map<String, Request> requests = new HashMap<>();
    private final Map<Integer, List<Part>> parts = new HashMap<>();
    private final Map<Integer, List<Sample>> samples = new HashMap<>();

    /// @return false for another kind of span
    boolean take(SpanEvent span, double nanosPerTick) {
        if (span.tag.isEmpty() || span.tag.charAt(0) != MARK) {
            return false;
        }
        String[] fields = span.tag.split(SEPARATOR, -1);
        long end = span.time + span.duration;
        long begin = span.time;
        if (fields.length > 2) {
            begin = end - Math.round(Long.parseLong(fields[1]) / nanosPerTick);
            Map<String, Long> waits = new TreeMap<>();
            for (int i = 3; i < fields.length; i++) {
                int at = fields[i].lastIndexOf('=');
                waits.put(fields[i].substring(0, at), Long.parseLong(fields[i].substring(at + 1)));
            }
            requests.put(
                    fields[0],
                    new Request(fields[2], Math.round(span.duration * nanosPerTick), waits));
        }
        parts.computeIfAbsent(span.tid, _ -> new ArrayList<>())
                .add(new Part(fields[0], begin, end));
        return true;
    }

    /// Samples of elapsed time and of locks are not kept.
    ///
    /// @param stack has this sample; at the end its part of a request's endpoint
    void sampled(ProfileEvent event, int thread, long time, long value, SampledStack stack) {
        if (event == ProfileEvent.CPU || event == ProfileEvent.ALLOC) {
            samples.computeIfAbsent(thread, _ -> new ArrayList<>())
                    .add(new Sample(event, time, value, stack));
        }
    }

    /// The requests by tag; called once, at the end.
    Map<String, RequestTimes> perTag() {
        samples.forEach((thread, taken) -> assign(taken, parts.getOrDefault(thread, List.of())));
        Map<String, List<Request>> byTag =
                requests.values().stream().collect(Collectors.groupingBy(request -> request.tag));
        Map<String, RequestTimes> times = new HashMap<>();
        byTag.forEach((tag, all) -> times.put(tag, times(all)));
        return times;
    }

    private void assign(List<Sample> taken, List<Part> ofThread) {
        List<Part> waiting =
                ofThread.stream().sorted(Comparator.comparingLong(Part::from)).toList();
        taken.sort(Comparator.comparingLong(Sample::time));
        Deque<Part> begun = new ArrayDeque<>();
        int next = 0;
        for (Sample sample : taken) {
            while (next < waiting.size() && waiting.get(next).from <= sample.time) {
                begun.push(waiting.get(next++));
            }
            while (!begun.isEmpty() && begun.peek().to < sample.time) {
                begun.pop();
            }
            Request request = begun.isEmpty() ? null : requests.get(begun.peek().request);
            if (request != null) {
                charge(request, sample);
            }
        }
    }

    private static void charge(Request request, Sample sample) {
        sample.stack.isOf(request.tag, sample.value);
        if (sample.event == ProfileEvent.CPU) {
            request.cpuNanos += sample.value;
            request.cpuSamples++;
        } else if (sample.event == ProfileEvent.ALLOC) {
            request.allocatedBytes += sample.value;
            request.allocations++;
        }
    }

    private static RequestTimes times(List<Request> all) {
        List<Request> ordered =
                all.stream().sorted(Comparator.comparingLong(request -> request.nanos)).toList();
        int n = ordered.size();
        int from = Math.min(n - 1, (int) (MEDIAN_FROM * n));
        int to = Math.max(from + 1, (int) Math.ceil(MEDIAN_TO * n));
        int slowest = Math.min(n - 1, (int) (SLOWEST_FROM * n));
        return new RequestTimes(
                n,
                cost(ordered),
                band(ordered.subList(from, to)),
                band(ordered.subList(slowest, n)));
    }

    private static RequestTimes.Band band(List<Request> some) {
        SortedMap<String, Long> waits = new TreeMap<>();
        some.forEach(request ->
                request.waits.forEach((name, nanos) -> waits.merge(name, nanos, Long::sum)));
        return new RequestTimes.Band(
                some.size(),
                some.stream().mapToLong(request -> request.nanos).sum(),
                cost(some),
                waits);
    }

    private static RequestTimes.Cost cost(List<Request> some) {
        return new RequestTimes.Cost(
                some.stream().mapToLong(request -> request.cpuNanos).sum(),
                some.stream().mapToLong(request -> request.cpuSamples).sum(),
                some.stream().mapToLong(request -> request.allocatedBytes).sum(),
                some.stream().mapToLong(request -> request.allocations).sum());
    }
}
