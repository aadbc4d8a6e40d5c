package dev.cobnut.benchmarks.trend;

import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.statistics.EDivisive;
import dev.cobnut.benchmarks.statistics.Medians;
import dev.cobnut.lab.compare.Row.Better;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The first run of a lasting change of a benchmark.
///
/// @param index index of the run's point in the series
/// @param before median from the previous change point, or the beginning, to this one
/// @param after median from this change point to the next, or the end
record ChangePoint(int index, RunRecord first, RunRecord lastBefore, double before, double after) {

    /// Significance level of a benchmark. A hundred benchmarks have about one false alarm.
    static final double SIGNIFICANCE = 0.01;

    /// Least relative change that is reported.
    static final double CHANGE_MIN = 0.03;

    public double ratio() {
        return after / before;
    }

    public boolean isWorse(Better better) {
        return better == Better.LOWER ? after > before : after < before;
    }

    /// The change points of a series, the oldest first.
    public static List<ChangePoint> of(Series series) {
        double[] values = series.values();
        List<Integer> cuts =
                Stream.concat(
                                new EDivisive(SIGNIFICANCE).changePoints(values).stream(),
                                Stream.of(values.length))
                        .toList();
        List<ChangePoint> found = new ArrayList<>();
        int start = 0;
        for (int c = 0; c + 1 < cuts.size(); c++) {
            int at = cuts.get(c);
            ChangePoint point =
                    new ChangePoint(
                            at,
                            series.points().get(at).run(),
                            series.points().get(at - 1).run(),
                            Medians.of(Arrays.copyOfRange(values, start, at)),
                            Medians.of(Arrays.copyOfRange(values, at, cuts.get(c + 1))));
            if (Math.abs(point.ratio() - 1) >= CHANGE_MIN) {
                found.add(point);
            }
            start = at;
        }
        return found;
    }
}
