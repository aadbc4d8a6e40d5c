package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunRecord;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The recorded runs of the published tables.
///
/// All results of a benchmark's class are those of one run, because a ratio is one of processes
/// that were measured in turns. It is the run that has most rows of the class with enough
/// processes; of several such runs, the newest.
public final class PublishedRuns {

    private final List<RunRecord> runs;
    private final Map<String, RunRecord> byType = new LinkedHashMap<>();

    private PublishedRuns(List<RunRecord> runs) {
        this.runs = runs;
        for (RunRecord run : runs) {
            for (BenchmarkResult measured : run.results()) {
                byType.merge(
                        measured.type(),
                        run,
                        (before, now) ->
                                rows(now, measured.type()) >= rows(before, measured.type())
                                        ? now
                                        : before);
            }
        }
    }

    /// @throws InvalidInputException when there is no run, or one of them twice
    public static PublishedRuns of(List<RunRecord> runs) {
        if (runs.isEmpty() || runs.stream().map(RunRecord::id).distinct().count() < runs.size()) {
            throw new InvalidInputException("The tables need one run or more, each named once.");
        }
        return new PublishedRuns(
                runs.stream().sorted(Comparator.comparing(RunRecord::at)).toList());
    }

    private static long rows(RunRecord run, String type) {
        return run.results().stream()
                .filter(measured -> measured.type().equals(type))
                .filter(ResultsSection::isPublished)
                .count();
    }

    /// The oldest first.
    List<RunRecord> runs() {
        return runs;
    }

    /// The run whose results of the measured benchmark's class are published.
    RunRecord runOf(BenchmarkResult measured) {
        RunRecord run = byType.get(measured.type());
        if (run == null) {
            throw new IllegalArgumentException(measured.key() + " is of none of the runs");
        }
        return run;
    }

    /// The results of every benchmark, each class's from one run.
    List<BenchmarkResult> results() {
        return runs.stream()
                .flatMap(run ->
                        run.results().stream().filter(measured -> runOf(measured).equals(run)))
                .toList();
    }
}
