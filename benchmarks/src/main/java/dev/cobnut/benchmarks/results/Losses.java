package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where another contender is better than ours: the whole interval of the ratio is on its side; its
/// allocation is at most [#BYTES_MAX] of ours. All processes count, also those of rows that are not
/// published, because a loss is not hidden.
final class Losses {

    /// Contenders that do less: without a hand-over, or without a disk. They are ceilings.
    private static final Set<String> CEILINGS = Set.of("caller", "memory-journal");

    private static final double BYTES_MAX = 0.8;

    /// @param factor how many times better the other is
    private record Loss(BenchmarkResult other, String ours, String ratio, double factor) {}

    private Losses() {}

    static String markdown(List<BenchmarkResult> results) {
        List<Loss> times = new ArrayList<>();
        List<Loss> bytes = new ArrayList<>();
        for (List<BenchmarkResult> measured : RunTable.byBenchmark(results).values()) {
            String reference = RunTable.reference(measured);
            Map<String, BenchmarkResult> ours =
                    measured.stream()
                            .filter(one -> one.contender().equals(reference))
                            .collect(Collectors.toMap(BenchmarkResult::group, one -> one));
            for (BenchmarkResult other : measured) {
                @Nullable BenchmarkResult our = ours.get(other.group());
                if (our != null
                        && !other.contender().startsWith(RunTable.OURS)
                        && !CEILINGS.contains(other.contender())) {
                    addTime(times, other, our);
                    addBytes(bytes, other, our);
                }
            }
        }
        if (times.isEmpty() && bytes.isEmpty()) {
            return "Nowhere.\n";
        }
        return table("ratio to ours [95 %]", times) + "\n" + table("B/op, ratio to ours", bytes);
    }

    private static void addTime(List<Loss> losses, BenchmarkResult other, BenchmarkResult our) {
        if (our.mean() <= 0 || other.mean() <= 0 || other.mode().better() == Better.NEITHER) {
            return;
        }
        SameRun ratio = SameRun.ratio(other, our);
        boolean lower = other.mode().better() == Better.LOWER;
        Interval interval = ratio.interval();
        boolean lost =
                interval == null
                        ? lower ? max(other) < min(our) : min(other) > max(our)
                        : lower ? interval.high() < 1 : interval.low() > 1;
        if (lost) {
            losses.add(
                    new Loss(
                            other,
                            our.contender(),
                            TableNumbers.ratio(ratio.ratio(), interval),
                            lower ? 1 / ratio.ratio() : ratio.ratio()));
        }
    }

    private static void addBytes(List<Loss> losses, BenchmarkResult other, BenchmarkResult our) {
        OptionalDouble theirs = other.meanBytes();
        OptionalDouble ours = our.meanBytes();
        if (theirs.isPresent()
                && ours.isPresent()
                && theirs.getAsDouble() < BYTES_MAX * ours.getAsDouble()) {
            double ratio = theirs.getAsDouble() / ours.getAsDouble();
            losses.add(
                    new Loss(
                            other,
                            our.contender(),
                            "%s → %s, %s"
                                    .formatted(
                                            TableNumbers.plain(Math.rint(ours.getAsDouble())),
                                            TableNumbers.plain(Math.rint(theirs.getAsDouble())),
                                            TableNumbers.ratio(ratio)),
                            1 / ratio));
        }
    }

    private static double min(BenchmarkResult measured) {
        return measured.forks().stream().mapToDouble(Fork::mean).min().orElseThrow();
    }

    private static double max(BenchmarkResult measured) {
        return measured.forks().stream().mapToDouble(Fork::mean).max().orElseThrow();
    }

    /// The worst first.
    private static String table(String head, List<Loss> losses) {
        if (losses.isEmpty()) {
            return "";
        }
        MarkdownTable table = new MarkdownTable(3, "", "ours", "better", head, "processes");
        losses.stream()
                .sorted(Comparator.comparingDouble(Loss::factor).reversed())
                .forEach(loss ->
                        table.row(
                                MarkdownTable.code(loss.other.group()),
                                MarkdownTable.code(loss.ours),
                                MarkdownTable.code(loss.other.contender()),
                                loss.ratio,
                                String.valueOf(loss.other.forks().size())));
        return table.text();
    }
}
