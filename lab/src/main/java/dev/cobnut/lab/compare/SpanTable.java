package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.WindowRuns.RunWindow;
import dev.cobnut.lab.measurement.Window.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The spans of a window side by side. They are not tested: the latencies of a session have
/// verdicts, and spans show where the time went.
final class SpanTable {

    private static final Pattern REQUEST = Pattern.compile("[A-Z]+ /.*");

    private SpanTable() {}

    static List<SpanComparison> of(WindowRuns arms, double practical) {
        return arms.all().stream()
                .flatMap(measured -> measured.window().spans().stream())
                .map(Span::tag)
                .distinct()
                .sorted()
                .map(tag ->
                        new SpanComparison(
                                tag,
                                row(arms, tag, Unit.PER_SECOND, practical, m -> perSecond(m, tag)),
                                time(arms, tag, practical, Span::p50Ms),
                                time(arms, tag, practical, Span::p99Ms),
                                RequestComparison.of(arms, tag, practical)))
                .toList();
    }

    private static Row time(
            WindowRuns arms, String tag, double practical, Function<Span, Double> percentile) {
        return row(arms, tag, Unit.MILLIS, practical, m -> percentile(m, tag, percentile));
    }

    private static Row row(
            WindowRuns arms,
            String tag,
            Unit unit,
            double practical,
            Function<RunWindow, @Nullable Double> value) {
        Better better = unit == Unit.MILLIS ? Better.LOWER : Better.NEITHER;
        return Rows.described(
                arms.row(tag, unit, better, value, _ -> 0.0), Basis.ITSELF, 0, practical);
    }

    private static Optional<Span> span(RunWindow measured, String tag) {
        return measured.window().spans().stream()
                .filter(span -> span.tag().equals(tag))
                .findFirst();
    }

    private static double perSecond(RunWindow measured, String tag) {
        return span(measured, tag).map(Span::count).orElse(0L) / measured.window().seconds();
    }

    /// The tag of the request with the most spans in all runs: a method, a space and a pattern.
    static Optional<String> mostFrequentRequest(WindowRuns arms) {
        Map<String, Long> counts = new TreeMap<>();
        arms.all().stream()
                .flatMap(measured -> measured.window().spans().stream())
                .filter(span -> REQUEST.matcher(span.tag()).matches())
                .forEach(span -> counts.merge(span.tag(), span.count(), Long::sum));
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    static @Nullable Double percentile(
            RunWindow measured, String tag, Function<Span, Double> percentile) {
        return span(measured, tag).map(percentile).orElse(null);
    }
}
