package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import java.util.List;

/// The speed-up of many dispatchers over one, and their efficiency: the speed-up divided by the
/// number of dispatchers, as SSS-Events publishes it, and divided by the processors that they can
/// use.
final class Scaling {

    static final String PARAM = "dispatchers";

    private Scaling() {}

    /// @param measured the results of one benchmark with the parameter
    static String table(List<BenchmarkResult> measured, int cores) {
        MarkdownTable table =
                new MarkdownTable(
                        2,
                        PARAM,
                        "contender",
                        "speed-up to 1 [95 %]",
                        "per dispatcher",
                        "per processor");
        for (BenchmarkResult many : measured) {
            int dispatchers = Integer.parseInt(many.params().getOrDefault(PARAM, "1"));
            measured.stream()
                    .filter(one -> one.contender().equals(many.contender()))
                    .filter(one -> one.params().getOrDefault(PARAM, "").equals("1"))
                    .filter(_ -> dispatchers > 1)
                    .forEach(one -> {
                        SameRun speedUp = SameRun.ratio(one, many);
                        table.row(
                                String.valueOf(dispatchers),
                                MarkdownTable.code(many.contender()),
                                TableNumbers.ratio(speedUp.ratio(), speedUp.interval()),
                                percent(speedUp.ratio() / dispatchers),
                                percent(speedUp.ratio() / Math.min(dispatchers, cores)));
                    });
        }
        return table.text();
    }

    private static String percent(double share) {
        return TableNumbers.plain(Math.rint(100 * share)) + " %";
    }
}
