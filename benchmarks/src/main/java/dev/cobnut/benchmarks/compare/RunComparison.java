package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunComparability;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.SameRun;
import dev.cobnut.benchmarks.statistics.GeometricMean;
import dev.cobnut.benchmarks.statistics.Medians;
import dev.cobnut.benchmarks.statistics.TypicalVariance;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.Unit;
import dev.cobnut.lab.compare.ValueComparison;
import dev.cobnut.lab.compare.ValueComparison.Values;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.statistics.Correction;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Compares two runs, benchmark by benchmark.
///
/// @param refusals why they cannot be compared, a sentence each; empty when they can
/// @param floorPairs number of pairs of runs of one commit that the floor is computed from
/// @param inRounds true when both sides were measured in turns
/// @param geometricMean geometric mean of the cost ratios, new by base; null when no benchmark is
///   in both
record RunComparison(
        String base,
        String now,
        List<String> refusals,
        double threshold,
        double falseDiscoveryRate,
        int floorPairs,
        boolean inRounds,
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

    /// Compares two runs that were measured one after the other. A pure function.
    public static RunComparison of(RunRecord base, RunRecord now, Floor floor, Rules rules) {
        return of(base, now, floor, rules, false);
    }

    /// Compares two sides of one run: the ratio is taken within each round, so the machine's
    /// changes between the rounds are not in it, and there is no floor. A pure function.
    static RunComparison inRounds(RunRecord base, RunRecord now, Rules rules) {
        return of(base, now, Floor.of(List.of(), base), rules, true);
    }

    private static RunComparison of(
            RunRecord base, RunRecord now, Floor floor, Rules rules, boolean inRounds) {
        List<String> refusals = RunComparability.refusals(base, now);
        Map<String, BenchmarkResult> before = base.byKey();
        Map<String, BenchmarkResult> after = now.byKey();
        List<String> keys =
                new ArrayList<>(base.results().stream().map(BenchmarkResult::key).toList());
        after.keySet().stream().filter(key -> !before.containsKey(key)).sorted().forEach(keys::add);
        Map<String, Row> rows = rows(keys, before, after, floor, rules, refusals.isEmpty());
        Map<String, Judged> scores =
                inRounds && refusals.isEmpty()
                        ? scoresInRounds(keys, before, after, rules)
                        : scores(rows);
        List<Line> lines = new ArrayList<>();
        for (String key : keys) {
            lines.add(line(key, before.get(key), after.get(key), scores, rows, floor));
        }
        return new RunComparison(
                base.id(),
                now.id(),
                refusals,
                rules.threshold(),
                rules.falseDiscoveryRate(),
                floor.pairs(),
                inRounds,
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
        ValueComparison.of(
                        values,
                        sides -> TypicalVariance.of(sides)::moderate,
                        comparable,
                        rules.falseDiscoveryRate())
                .forEach(row -> rows.put(row.name(), row));
        return rows;
    }

    private static Line line(
            String key,
            @Nullable BenchmarkResult before,
            @Nullable BenchmarkResult after,
            Map<String, Judged> scores,
            Map<String, Row> rows,
            Floor floor) {
        Judged score = scores.getOrDefault(key, Judged.NOT);
        @Nullable Row bytes = rows.get(key + BYTES);
        @Nullable Double base = before == null ? null : Double.valueOf(before.mean());
        @Nullable Double now = after == null ? null : Double.valueOf(after.mean());
        @Nullable Double ratio =
                base == null || now == null || base == 0 ? null : Double.valueOf(now / base);
        return new Line(
                key,
                unit(before, after),
                base,
                now,
                score.ratio == null ? ratio : score.ratio,
                score.interval,
                score.p,
                floor.scores().of(key),
                bytes(before),
                bytes(after),
                bytes == null || bytes.a().mean() == null ? null : bytes.verdict(),
                score.verdict);
    }

    /// @param ratio null when it is the ratio of the means
    private record Judged(
            @Nullable Double ratio,
            @Nullable Interval interval,
            @Nullable Double p,
            Verdict verdict) {

        static final Judged NOT = new Judged(null, null, null, Verdict.NOT_COMPARABLE);
    }

    private static Map<String, Judged> scores(Map<String, Row> rows) {
        Map<String, Judged> scores = new HashMap<>();
        // a single process on a side cannot be tested
        rows.forEach((name, row) ->
                scores.put(
                        name,
                        new Judged(
                                null,
                                aroundOne(row.interval()),
                                row.adjusted(),
                                Objects.requireNonNullElse(row.verdict(), Verdict.INCONCLUSIVE))));
        return scores;
    }

    private static Map<String, Judged> scoresInRounds(
            List<String> keys,
            Map<String, BenchmarkResult> before,
            Map<String, BenchmarkResult> after,
            Rules rules) {
        Map<String, SameRun> ratios = new LinkedHashMap<>();
        for (String key : keys) {
            BenchmarkResult a = before.get(key);
            BenchmarkResult b = after.get(key);
            if (a != null && b != null && RunComparability.sameQuestion(a, b)) {
                ratios.put(key, SameRun.ratio(b, a));
            }
        }
        List<@Nullable Double> p =
                ratios.values().stream().<@Nullable Double>map(SameRun::p).toList();
        Iterator<@Nullable Double> adjusted =
                Correction.of(List.of(p), rules.falseDiscoveryRate(), 1).adjust(p).iterator();
        Map<String, Judged> scores = new HashMap<>();
        ratios.forEach((key, ratio) -> {
            double corrected = Objects.requireNonNullElse(adjusted.next(), 1.0);
            Better better = Objects.requireNonNull(before.get(key)).mode().better();
            scores.put(
                    key,
                    new Judged(
                            ratio.ratio(),
                            ratio.interval(),
                            corrected,
                            verdict(ratio, corrected, better, rules)));
        });
        return scores;
    }

    private static Verdict verdict(SameRun ratio, double p, Better better, Rules rules) {
        double least = 1 + rules.threshold();
        Interval interval = ratio.interval();
        if (interval == null) {
            return Verdict.INCONCLUSIVE;
        }
        boolean matters = ratio.ratio() >= least || ratio.ratio() <= 1 / least;
        if (p <= rules.falseDiscoveryRate() && matters && better != Better.NEITHER) {
            return ratio.ratio() > 1 == (better == Better.HIGHER)
                    ? Verdict.IMPROVED
                    : Verdict.REGRESSED;
        }
        boolean small = interval.high() < least && interval.low() > 1 / least;
        return small || better == Better.NEITHER ? Verdict.WITHIN_NOISE : Verdict.INCONCLUSIVE;
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

    /// The median half-width of the intervals: a smaller change is not seen in most benchmarks. NaN
    /// without an interval.
    double intervalMedian() {
        return Medians.of(
                lines.stream()
                        .map(Line::interval)
                        .filter(Objects::nonNull)
                        .mapToDouble(interval -> (interval.high() - interval.low()) / 2)
                        .toArray());
    }

    /// The median of the differences between runs of one commit.
    double floorMedian() {
        return Medians.of(lines.stream().mapToDouble(Line::floor).toArray());
    }
}
