package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.RequestComparison;
import dev.cobnut.lab.compare.RequestComparison.Band;
import dev.cobnut.lab.compare.Row;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// The elapsed time of requests as parts that sum to it: each wait, the time on a processor, and
/// the rest.
///
/// The time on a processor is sampled and therefore an estimate. It is never more than what the
/// waits leave. The rest is what no code has named: the request was ready to run without a
/// processor, or it waited for a lock or for a page of memory.
final class ElapsedParts {

    static final String CPU = "on a processor";
    static final String REST = "ready to run, or not named";

    private static final Set<String> MEDIANS = Set.of(Figures.P50, Figures.SERVED_P50);
    private static final Set<String> TAILS = Set.of(Figures.P99, Figures.SERVED_P99);

    private ElapsedParts() {}

    /// The kinds of requests whose waits are known, the most frequent first.
    static List<SpanComparison> known(WindowComparison window) {
        return window.spans().stream()
                .filter(span -> span.requests() != null)
                .sorted(Comparator.comparingDouble(ElapsedParts::perSecond).reversed())
                .toList();
    }

    private static double perSecond(SpanComparison span) {
        return rate(span.perSecond().a()) + rate(span.perSecond().b());
    }

    private static double rate(Row.Side side) {
        return side.mean() == null ? 0 : side.mean();
    }

    /// Milliseconds of each part that is not zero.
    static SequencedMap<String, Double> of(Band band) {
        SequencedMap<String, Double> parts = new LinkedHashMap<>(band.waitsMs());
        double left = Math.max(0, band.elapsedMs() - sum(parts.values()));
        double cpu = Math.min(left, band.cpuMs());
        parts.put(CPU, cpu);
        parts.put(REST, left - cpu);
        parts.values().removeIf(ms -> ms <= 0);
        return parts;
    }

    private static double sum(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    /// The names of the parts of some bands: the waits, the longest first, then CPU and the rest.
    static List<String> names(Stream<Band> bands) {
        Map<String, Double> all = new LinkedHashMap<>();
        bands.forEach(band -> of(band).forEach((name, ms) -> all.merge(name, ms, Double::sum)));
        return all.keySet().stream()
                .sorted(
                        Comparator.comparing((String name) -> name.equals(REST))
                                .thenComparing(name -> name.equals(CPU))
                                .thenComparingDouble(name -> -all.getOrDefault(name, 0.0)))
                .toList();
    }

    /// The part of a latency's change that grew or shrank most with it, among the most frequent
    /// requests; empty for other rows, and where the waits are not known.
    static Optional<String> largestChange(WindowComparison window, Row row) {
        boolean median = MEDIANS.contains(row.name());
        Double change = row.relative();
        if ((!median && !TAILS.contains(row.name())) || change == null) {
            return Optional.empty();
        }
        return known(window).stream()
                .findFirst()
                .flatMap(span -> Optional.ofNullable(span.requests()))
                .map(requests -> median ? requests.median() : requests.slowest())
                .flatMap(bands -> largestChange(bands, Math.signum(change)));
    }

    private static Optional<String> largestChange(List<Band> bands, double sign) {
        Map<String, Double> a = of(bands.getFirst());
        Map<String, Double> b = of(bands.getLast());
        return names(bands.stream()).stream()
                .filter(name -> change(a, b, name) * sign > 0)
                .max(Comparator.comparingDouble(name -> change(a, b, name) * sign));
    }

    private static double change(Map<String, Double> a, Map<String, Double> b, String name) {
        return b.getOrDefault(name, 0.0) - a.getOrDefault(name, 0.0);
    }

    /// "Each of the slowest hundredth of `POST /orders` takes 46.0 ms in A (median 2.10 ms): …",
    /// with a full stop; empty where the waits are not known.
    static Optional<String> sentence(WindowComparison window) {
        return known(window).stream()
                .findFirst()
                .flatMap(span ->
                        Optional.ofNullable(span.requests())
                                .map(requests -> sentence(span.tag(), requests)));
    }

    private static String sentence(String tag, RequestComparison requests) {
        return "Of the slowest hundredth of `%s`, one request takes %s; %s."
                .formatted(
                        tag,
                        inWords("A", requests.slowest().getFirst(), requests.median().getFirst()),
                        inWords("B", requests.slowest().getLast(), requests.median().getLast()));
    }

    private static String inWords(String side, Band slowest, Band median) {
        Map.Entry<String, Double> longest =
                of(slowest).entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return "%s ms in %s (median %s ms), %s of it `%s`"
                .formatted(
                        ReportNumbers.number(slowest.elapsedMs()),
                        side,
                        ReportNumbers.number(median.elapsedMs()),
                        ReportNumbers.percent(longest.getValue() / slowest.elapsedMs()),
                        longest.getKey());
    }
}
