package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A run as tables: one per benchmark, with a line per contender and its ratio to ours.
public final class RunTable {

    /// The contender that the others are compared with.
    static final String OURS = "cobnut";

    private RunTable() {}

    /// The results, grouped by the name of the benchmark.
    public static String markdown(RunRecord run) {
        StringBuilder text = new StringBuilder();
        byBenchmark(run.results())
                .forEach((benchmark, measured) ->
                        text.append("### ")
                                .append(benchmark)
                                .append("\n\n")
                                .append(table(measured))
                                .append('\n'));
        return text.toString();
    }

    static Map<String, List<BenchmarkResult>> byBenchmark(List<BenchmarkResult> results) {
        return results.stream()
                .collect(
                        Collectors.groupingBy(
                                BenchmarkResult::benchmark,
                                LinkedHashMap::new,
                                Collectors.toList()));
    }

    /// @param measured the results of one benchmark
    static String table(List<BenchmarkResult> measured) {
        boolean allocation =
                measured.stream().flatMap(m -> m.bytes().stream()).anyMatch(Objects::nonNull);
        List<String> heads = new ArrayList<>();
        List<String> params = paramNames(measured);
        heads.addAll(params);
        heads.add("contender");
        heads.add(TableNumbers.unit(measured.getFirst().unit()));
        heads.add("of the processes");
        String reference = reference(measured);
        if (!reference.isEmpty()) {
            heads.add("ratio to `" + reference + "` [95 %]");
        }
        if (allocation) {
            heads.add("B/op");
        }
        MarkdownTable table = new MarkdownTable(params.size() + 1, heads.toArray(String[]::new));
        Map<String, List<BenchmarkResult>> groups =
                measured.stream()
                        .collect(
                                Collectors.groupingBy(
                                        BenchmarkResult::group,
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        groups.values().forEach(group -> rows(table, group, params, reference, allocation));
        return table.text();
    }

    private static void rows(
            MarkdownTable table,
            List<BenchmarkResult> group,
            List<String> params,
            String reference,
            boolean allocation) {
        @Nullable BenchmarkResult ours =
                group.stream()
                        .filter(measured -> measured.contender().equals(reference))
                        .findFirst()
                        .orElse(null);
        for (BenchmarkResult measured : group) {
            List<String> cells = new ArrayList<>();
            SortedMap<String, String> values = measured.params();
            params.forEach(name -> cells.add(values.getOrDefault(name, "")));
            cells.add(MarkdownTable.code(measured.contender()));
            cells.add(TableNumbers.plain(measured.mean()));
            cells.add(spread(measured));
            if (!reference.isEmpty()) {
                cells.add(ratio(measured, ours));
            }
            if (allocation) {
                OptionalDouble bytes = measured.meanBytes();
                cells.add(
                        bytes.isPresent()
                                ? TableNumbers.plain(Math.rint(bytes.getAsDouble()))
                                : "");
            }
            table.row(cells);
        }
    }

    private static String ratio(BenchmarkResult measured, @Nullable BenchmarkResult ours) {
        if (ours == null || ours.mean() <= 0) {
            return "";
        }
        if (ours.equals(measured)) {
            return "1";
        }
        SameRun ratio = SameRun.ratio(measured, ours);
        return TableNumbers.ratio(ratio.ratio(), ratio.interval());
    }

    /// The smallest and the largest mean of the processes: the range of results of a single
    /// process.
    private static String spread(BenchmarkResult measured) {
        double[] means = measured.forks().stream().mapToDouble(Fork::mean).sorted().toArray();
        return TableNumbers.plain(means[0]) + " to " + TableNumbers.plain(means[means.length - 1]);
    }

    /// The contender that the others are divided by: ours, or the first of ours; empty when none is
    /// ours.
    static String reference(List<BenchmarkResult> measured) {
        List<String> ours =
                measured.stream()
                        .map(BenchmarkResult::contender)
                        .filter(contender -> contender.startsWith(OURS))
                        .toList();
        if (ours.isEmpty()) {
            return "";
        }
        return ours.contains(OURS) ? OURS : ours.getFirst();
    }

    private static List<String> paramNames(List<BenchmarkResult> measured) {
        TreeMap<String, String> names = new TreeMap<>();
        measured.forEach(each -> names.putAll(each.params()));
        names.remove(BenchmarkResult.CONTENDER);
        return List.copyOf(names.keySet());
    }
}
