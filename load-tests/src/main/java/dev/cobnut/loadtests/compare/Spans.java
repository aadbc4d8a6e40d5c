package dev.cobnut.loadtests.compare;

import dev.cobnut.loadtests.compare.Arms.Measured;
import dev.cobnut.loadtests.compare.Comparison.SpanComparison;
import dev.cobnut.loadtests.compare.Row.Basis;
import dev.cobnut.loadtests.compare.Row.Better;
import dev.cobnut.loadtests.measurement.Window.Span;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The spans of a window, side by side; none of them is tested. A session's time is in its
/// latencies, which have verdicts; spans say where it went.
final class Spans {

    private Spans() {}

    static List<SpanComparison> of(Arms arms, double practical) {
        return arms.all().stream()
                .flatMap(measured -> measured.window().spans().stream())
                .map(Span::tag)
                .distinct()
                .sorted()
                .map(tag ->
                        new SpanComparison(
                                tag,
                                row(arms, tag, Unit.PER_SECOND, practical, m -> perSecond(m, tag)),
                                row(
                                        arms,
                                        tag,
                                        Unit.MILLIS,
                                        practical,
                                        m -> percentile(m, tag, Span::p50Ms)),
                                row(
                                        arms,
                                        tag,
                                        Unit.MILLIS,
                                        practical,
                                        m -> percentile(m, tag, Span::p99Ms))))
                .toList();
    }

    private static Row row(
            Arms arms,
            String tag,
            Unit unit,
            double practical,
            Function<Measured, @Nullable Double> value) {
        Better better = unit == Unit.MILLIS ? Better.LOWER : Better.NEITHER;
        return Rows.described(
                arms.row(tag, unit, better, value, _ -> 0.0), Basis.ITSELF, 0, practical);
    }

    private static Optional<Span> span(Measured measured, String tag) {
        return measured.window().spans().stream()
                .filter(span -> span.tag().equals(tag))
                .findFirst();
    }

    private static double perSecond(Measured measured, String tag) {
        return span(measured, tag).map(Span::count).orElse(0L) / measured.window().seconds();
    }

    private static @Nullable Double percentile(
            Measured measured, String tag, Function<Span, Double> percentile) {
        return span(measured, tag).map(percentile).orElse(null);
    }
}
