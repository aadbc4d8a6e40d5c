package dev.cobnut.benchmarks.trend;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.RunComparability;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.lab.compare.Row.Better;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The values of one benchmark over the runs that can be compared with the newest run.
///
/// @param points the oldest first
record Series(String name, String unit, Better better, List<Point> points) {

    /// Number of newest points that are examined. The time to find change points grows with its
    /// square.
    public static final int POINTS_MAX = 300;

    /// One run.
    public record Point(RunRecord run, double value) {}

    public double[] values() {
        return points.stream().mapToDouble(Point::value).toArray();
    }

    /// The series of all benchmarks of the newest run.
    ///
    /// @param runs the oldest first
    public static List<Series> of(List<RunRecord> runs) {
        if (runs.isEmpty()) {
            return List.of();
        }
        RunRecord newest = runs.getLast();
        Map<String, List<Point>> points = new LinkedHashMap<>();
        newest.results().forEach(measured -> points.put(measured.key(), new ArrayList<>()));
        Map<String, BenchmarkResult> now = newest.byKey();
        for (RunRecord run : runs) {
            if (!RunComparability.refusals(run, newest).isEmpty()) {
                continue;
            }
            for (BenchmarkResult measured : run.results()) {
                BenchmarkResult like = now.get(measured.key());
                if (like != null && RunComparability.sameQuestion(like, measured)) {
                    points.computeIfAbsent(measured.key(), _ -> new ArrayList<>())
                            .add(new Point(run, measured.mean()));
                }
            }
        }
        List<Series> series = new ArrayList<>();
        now.values().stream()
                .sorted(Comparator.comparing(BenchmarkResult::key))
                .forEach(measured ->
                        series.add(
                                new Series(
                                        measured.key(),
                                        measured.unit(),
                                        measured.mode().better(),
                                        newest(points.getOrDefault(measured.key(), List.of())))));
        return List.copyOf(series);
    }

    private static List<Point> newest(List<Point> points) {
        return List.copyOf(points.subList(Math.max(0, points.size() - POINTS_MAX), points.size()));
    }
}
