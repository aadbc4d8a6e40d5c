package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.compare.RunComparison.Line;
import dev.cobnut.benchmarks.results.MarkdownTable;
import dev.cobnut.benchmarks.results.TableNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A comparison in the style of critcmp: one line per benchmark, blank where a side is missing, and
/// the geometric mean at the end.
final class ComparisonTable {

    private ComparisonTable() {}

    static String markdown(RunComparison comparison) {
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        "benchmark",
                        "base",
                        "new",
                        "ratio [95 %]",
                        "p",
                        "A/A",
                        "B/op",
                        "verdict");
        for (Line line : comparison.lines()) {
            table.row(
                    MarkdownTable.code(line.name()),
                    value(line.base(), line.unit()),
                    value(line.now(), line.unit()),
                    line.ratio() == null ? "" : TableNumbers.ratio(line.ratio(), line.interval()),
                    line.p() == null ? "" : TableNumbers.p(line.p()),
                    comparison.floorPairs() == 0 ? "" : percent(line.floor()),
                    bytes(line),
                    line.verdict().words());
        }
        table.row(
                "geometric mean of the costs",
                "",
                "",
                comparison.geometricMean() == null
                        ? ""
                        : TableNumbers.ratio(comparison.geometricMean()),
                "",
                "",
                "",
                "");
        StringBuilder text = new StringBuilder();
        text.append("%s (base) and %s (new)%n%n".formatted(comparison.base(), comparison.now()));
        comparison
                .refusals()
                .forEach(refusal ->
                        text.append("**Not comparable**: ").append(refusal).append("\n\n"));
        return text.append(table.text()).append('\n').append(legend(comparison)).toString();
    }

    private static String legend(RunComparison comparison) {
        List<String> text = new ArrayList<>();
        text.add(
                "A change counts from %s on,%s with an adjusted p of at most %s."
                        .formatted(
                                percent(comparison.threshold()),
                                comparison.inRounds() ? "" : " beyond A/A,",
                                TableNumbers.plain(comparison.falseDiscoveryRate())));
        if (comparison.inRounds()) {
            text.add("Both commits were measured in turns; the ratio is that within the rounds.");
        } else if (comparison.floorPairs() == 0) {
            text.add(
                    "The history has no other pair of runs of one commit (A/A), so the difference between two runs without a change is not known.");
        } else {
            text.add(
                    "A/A is the difference in %d pair%s of runs of one commit: %s in the median benchmark."
                            .formatted(
                                    comparison.floorPairs(),
                                    comparison.floorPairs() == 1 ? "" : "s",
                                    percent(comparison.floorMedian())));
        }
        if (Double.isFinite(comparison.intervalMedian())) {
            text.add(
                    "An interval is ± %s in the median benchmark; a change below it is not seen."
                            .formatted(percent(comparison.intervalMedian())));
        }
        if (!comparison.inRounds()) {
            text.add(
                    "What the machine did between two runs is in the ratios; `bench compare-commits` measures two commits side by side.");
        }
        return String.join(" ", text) + "\n";
    }

    private static String value(@Nullable Double value, String unit) {
        return value == null ? "" : TableNumbers.plain(value) + " " + TableNumbers.unit(unit);
    }

    private static String bytes(Line line) {
        if (line.baseBytes() == null || line.nowBytes() == null) {
            return line.nowBytes() == null && line.baseBytes() == null
                    ? ""
                    : TableNumbers.orBlank(line.baseBytes())
                            + " → "
                            + TableNumbers.orBlank(line.nowBytes());
        }
        String both =
                TableNumbers.plain(line.baseBytes()).equals(TableNumbers.plain(line.nowBytes()))
                        ? TableNumbers.plain(line.nowBytes())
                        : TableNumbers.plain(line.baseBytes())
                                + " → "
                                + TableNumbers.plain(line.nowBytes());
        return line.bytesVerdict() != null && line.bytesVerdict().isFinding()
                ? both + ", " + line.bytesVerdict().words()
                : both;
    }

    private static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
    }
}
