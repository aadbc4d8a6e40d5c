package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunComparability;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.Unit;
import dev.cobnut.lab.compare.ValueComparison;
import dev.cobnut.lab.compare.ValueComparison.Values;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.statistics.GeometricMean;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Compares two runs, benchmark by benchmark.
///
/// @param refusals why they cannot be compared, a sentence each; empty when they can
/// @param floorPairs number of pairs of runs of one commit that the floor is computed from
/// @param geometricMean geometric mean of the cost ratios, new by base; null when no benchmark is
///   in both
record RunComparison(
        String base,
        String now,
        List<String> refusals,
        double threshold,
        double falseDiscoveryRate,
        int floorPairs,
        List<Line> lines,
        @Nullable Double geometricMean) {

    /// Each benchmark has two rows: its score and its allocation.
    private static final String BYTES = " B/op";

    /// One benchmark.
    ///
    /// @param ratio new by base, of the measured values; null when a side is missing
    /// @param interval 95 % interval of the ratio
    /// @param p adjusted for all rows; null when there were too few processes to test
    /// @param floor relative difference between runs of one commit
    public record Line(
            String name,
            String unit,
            @Nullable Double base,
            @Nullable Double now,
            @Nullable Double ratio,
            @Nullable Interval interval,
            @Nullable Double p,
            double floor,
            @Nullable Double baseBytes,
            @Nullable Double nowBytes,
            @Nullable Verdict bytesVerdict,
            Verdict verdict) {}

    /// The rules for a change.
    ///
    /// @param threshold least relative change that matters
    public record Rules(double threshold, double falseDiscoveryRate) {

        public static final Rules DEFAULT = new Rules(0.05, 0.05);
    }

    /// Compares two runs. A pure function.
    public static RunComparison of(RunRecord base, RunRecord now, Floor floor, Rules rules) {
        List<String> refusals = RunComparability.refusals(base, now);
        Map<String, BenchmarkResult> before = base.byKey();
        Map<String, BenchmarkResult> after = now.byKey();
        List<String> keys =
                new ArrayList<>(base.results().stream().map(BenchmarkResult::key).toList());
        after.keySet().stream().filter(key -> !before.containsKey(key)).sorted().forEach(keys::add);
        Map<String, Row> rows = rows(keys, before, after, floor, rules, refusals.isEmpty());
        List<Line> lines = new ArrayList<>();
        for (String key : keys) {
            lines.add(line(key, before.get(key), after.get(key), rows, floor));
        }
        return new RunComparison(
                base.id(),
                now.id(),
                refusals,
                rules.threshold(),
                rules.falseDiscoveryRate(),
                floor.pairs(),
                List.copyOf(lines),
                geometricMean(keys, before, after));
    }

    /// The rows that can be tested: those of benchmarks that both runs measured in the same way.
    private static Map<String, Row> rows(
            List<String> keys,
            Map<String, BenchmarkResult> before,
            Map<String, BenchmarkResult> after,
            Floor floor,
            Rules rules,
            boolean comparable) {
        List<Values> values = new ArrayList<>();
        for (String key : keys) {
            BenchmarkResult a = before.get(key);
            BenchmarkResult b = after.get(key);
            if (a == null || b == null || !RunComparability.sameQuestion(a, b)) {
                continue;
            }
            double threshold = Math.max(rules.threshold(), floor.scores().of(key));
            values.add(
                    new Values(
                            key,
                            Unit.NANOS_PER_OPERATION,
                            a.mode().better(),
                            a.scores(),
                            b.scores(),
                            threshold));
            values.add(
                    new Values(
                            key + BYTES,
                            Unit.BYTES_PER_OPERATION,
                            Better.LOWER,
                            a.bytes(),
                            b.bytes(),
                            Math.max(rules.threshold(), floor.bytes().of(key))));
        }
        Map<String, Row> rows = new LinkedHashMap<>();
        ValueComparison.of(values, comparable, rules.falseDiscoveryRate())
                .forEach(row -> rows.put(row.name(), row));
        return rows;
    }

    private static Line line(
            String key,
            @Nullable BenchmarkResult before,
            @Nullable BenchmarkResult after,
            Map<String, Row> rows,
            Floor floor) {
        @Nullable Row row = rows.get(key);
        @Nullable Row bytes = rows.get(key + BYTES);
        @Nullable Double base = before == null ? null : Double.valueOf(before.mean());
        @Nullable Double now = after == null ? null : Double.valueOf(after.mean());
        return new Line(
                key,
                unit(before, after),
                base,
                now,
                base == null || now == null || base == 0 ? null : Double.valueOf(now / base),
                row == null ? null : aroundOne(row.interval()),
                row == null ? null : row.adjusted(),
                floor.scores().of(key),
                bytes(before),
                bytes(after),
                bytes == null || bytes.a().mean() == null ? null : bytes.verdict(),
                verdict(row));
    }

    private static Verdict verdict(@Nullable Row row) {
        if (row == null) {
            return Verdict.NOT_COMPARABLE;
        }
        // a single process on a side cannot be tested
        return row.verdict() == null ? Verdict.INCONCLUSIVE : row.verdict();
    }

    private static @Nullable Interval aroundOne(@Nullable Interval change) {
        return change == null ? null : new Interval(1 + change.low(), 1 + change.high());
    }

    private static String unit(@Nullable BenchmarkResult before, @Nullable BenchmarkResult after) {
        if (before != null) {
            return before.unit();
        }
        return after == null ? "" : after.unit();
    }

    private static @Nullable Double bytes(@Nullable BenchmarkResult measured) {
        OptionalDouble mean = measured == null ? OptionalDouble.empty() : measured.meanBytes();
        return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
    }

    private static @Nullable Double geometricMean(
            List<String> keys,
            Map<String, BenchmarkResult> before,
            Map<String, BenchmarkResult> after) {
        double[] ratios =
                keys.stream()
                        .mapToDouble(key -> costs(before.get(key), after.get(key)))
                        .filter(ratio -> !Double.isNaN(ratio))
                        .toArray();
        return ratios.length == 0 ? null : Double.valueOf(GeometricMean.of(ratios).value());
    }

    /// New by base. NaN when the values cannot be compared or have no better direction.
    private static double costs(@Nullable BenchmarkResult a, @Nullable BenchmarkResult b) {
        if (a == null
                || b == null
                || !RunComparability.sameQuestion(a, b)
                || a.mean() <= 0
                || b.mean() <= 0) {
            return Double.NaN;
        }
        return switch (a.mode().better()) {
            case LOWER -> b.mean() / a.mean();
            case HIGHER -> a.mean() / b.mean();
            case NEITHER -> Double.NaN;
        };
    }

    /// True when at least one benchmark regressed.
    public boolean hasRegressed() {
        return lines.stream()
                .anyMatch(line ->
                        line.verdict() == Verdict.REGRESSED
                                || line.bytesVerdict() == Verdict.REGRESSED);
    }
}
