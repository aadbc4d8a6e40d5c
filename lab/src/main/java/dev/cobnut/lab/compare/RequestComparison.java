package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.WindowRuns.RunWindow;
import dev.cobnut.lab.measurement.RequestTimes;
import dev.cobnut.lab.measurement.RequestTimes.Cost;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.statistics.Places;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The requests of one kind: what they cost on their own thread, and what they waited for.
/// Described, not tested.
///
/// @param cpu per request of this kind; the share is that of all sampled CPU time
/// @param allocation likewise
/// @param median the tenth of each run's requests around its median, in A and in B
/// @param slowest the slowest hundredth of each run's requests, in A and in B
public record RequestComparison(Row cpu, Row allocation, List<Band> median, List<Band> slowest) {

    /// The means of some requests.
    ///
    /// @param requests of all runs
    /// @param cpuMs sampled while the requests ran
    /// @param waitsMs elapsed time by what was waited for
    public record Band(
            long requests,
            double elapsedMs,
            double cpuMs,
            long cpuSamples,
            SortedMap<String, Double> waitsMs) {}

    private static final double NANOS_PER_MS = 1e6;

    /// The median in A and in B, the slowest in A and in B.
    public List<Band> bands() {
        return List.of(median.getFirst(), median.getLast(), slowest.getFirst(), slowest.getLast());
    }

    /// @return null when a variant has no such request whose waits were recorded
    static @Nullable RequestComparison of(WindowRuns arms, String tag, double practical) {
        if (times(arms.a(), tag).isEmpty() || times(arms.b(), tag).isEmpty()) {
            return null;
        }
        return new RequestComparison(
                cost(arms, tag, practical, ProfileEvent.CPU, Cost::cpuNanos, Cost::cpuSamples),
                cost(
                        arms,
                        tag,
                        practical,
                        ProfileEvent.ALLOC,
                        Cost::allocatedBytes,
                        Cost::allocationSamples),
                bands(arms, tag, RequestTimes::median),
                bands(arms, tag, RequestTimes::slowest));
    }

    private static @Nullable RequestTimes times(RunWindow measured, String tag) {
        return measured.window().spans().stream()
                .filter(span -> span.tag().equals(tag))
                .map(Window.Span::times)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static List<RequestTimes> times(List<RunWindow> arm, String tag) {
        return arm.stream().map(m -> times(m, tag)).filter(Objects::nonNull).toList();
    }

    private static Row cost(
            WindowRuns arms,
            String tag,
            double practical,
            ProfileEvent event,
            ToLongFunction<Cost> value,
            ToLongFunction<Cost> samples) {
        return Rows.described(
                new Rows.Quantity(
                        tag,
                        event == ProfileEvent.CPU
                                ? Unit.NANOS_PER_OPERATION
                                : Unit.BYTES_PER_OPERATION,
                        Better.LOWER,
                        side(arms.a(), tag, event, value, samples),
                        side(arms.b(), tag, event, value, samples),
                        0,
                        0,
                        Places.NONE),
                Basis.ITSELF,
                0,
                practical);
    }

    private static Side side(
            List<RunWindow> arm,
            String tag,
            ProfileEvent event,
            ToLongFunction<Cost> value,
            ToLongFunction<Cost> samples) {
        List<@Nullable Double> perRequest =
                arm.stream()
                        .map(m -> times(m, tag))
                        .<@Nullable Double>map(times ->
                                times == null
                                        ? null
                                        : (double) value.applyAsLong(times.cost())
                                                / times.requests())
                        .toList();
        List<Cost> costs = times(arm, tag).stream().map(RequestTimes::cost).toList();
        long all =
                arm.stream()
                        .filter(m -> times(m, tag) != null)
                        .flatMap(m -> m.window().profiles().stream())
                        .filter(profile -> profile.event() == event)
                        .mapToLong(Window.Profile::value)
                        .sum();
        long own = costs.stream().mapToLong(value).sum();
        return Rows.side(
                perRequest,
                all == 0 ? null : (double) own / all,
                null,
                costs.stream().mapToLong(samples).sum(),
                null);
    }

    private static List<Band> bands(
            WindowRuns arms, String tag, Function<RequestTimes, RequestTimes.Band> part) {
        return List.of(
                band(times(arms.a(), tag).stream().map(part).toList()),
                band(times(arms.b(), tag).stream().map(part).toList()));
    }

    private static Band band(List<RequestTimes.Band> runs) {
        long requests = runs.stream().mapToLong(RequestTimes.Band::requests).sum();
        SortedMap<String, Double> waits = new TreeMap<>();
        runs.forEach(run ->
                run.waitNanos()
                        .forEach((name, nanos) -> waits.merge(name, (double) nanos, Double::sum)));
        waits.replaceAll((_, nanos) -> millis(nanos, requests));
        return new Band(
                requests,
                millis(
                        (double) runs.stream().mapToLong(RequestTimes.Band::elapsedNanos).sum(),
                        requests),
                millis(
                        (double) runs.stream().mapToLong(run -> run.cost().cpuNanos()).sum(),
                        requests),
                runs.stream().mapToLong(run -> run.cost().cpuSamples()).sum(),
                waits);
    }

    private static double millis(double nanos, long requests) {
        return Rounding.rounded(nanos / NANOS_PER_MS / requests);
    }
}
