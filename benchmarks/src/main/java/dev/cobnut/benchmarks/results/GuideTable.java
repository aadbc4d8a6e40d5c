package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The cost table in the guide to the runtime. It compares the same work done by an actor, by a
/// virtual thread for each task, by thread pools and by the caller. All figures are of one recorded
/// run.
public final class GuideTable {

    private record Work(String benchmark, Map<String, String> params, String words) {

        Work(String benchmark, String words) {
            this(benchmark, Map.of(), words);
        }

        String keyBy(String contender) {
            TreeMap<String, String> all = new TreeMap<>(params);
            all.put(BenchmarkResult.CONTENDER, contender);
            return BenchmarkResult.key(benchmark, all);
        }
    }

    private record Who(String contender, String words) {}

    private static final List<Work> WORK =
            List.of(
                    new Work("ThreadPoolBenchmark.task", "a task of 20 µs, until its end"),
                    new Work(
                            "RequestReplyBenchmark.answer",
                            "a request and its reply, 20 µs of work"),
                    new Work("ScatterGatherBenchmark.gather", "ten such requests at once, each"),
                    new Work("ThreadPoolBenchmark.batch", "a hundred pieces of 1 µs at once, each"),
                    new Work("PipelineBenchmark.pipeline", "four stages of 5 µs"),
                    new Work("MixedWorkBenchmark.request", "5 ms of work and 5 ms of waiting"),
                    new Work(
                            "WaitingWorkBenchmark.ioBound",
                            Map.of("waiting", "100"),
                            "a hundred waits of 10 ms at once, in total"));

    private static final List<Who> BY =
            List.of(
                    new Who(RunTable.OURS, "an actor"),
                    new Who("virtual-threads", "a virtual thread for each"),
                    new Who("fixed-pool", "a fixed pool"),
                    new Who("work-stealing", "a work-stealing pool"),
                    new Who("caller", "the caller"));

    private GuideTable() {}

    /// The table: times in µs, and their ratio to the actor's time. A cell is blank, or a row
    /// absent, when no run has a figure for it of enough processes.
    public static String markdown(PublishedRuns runs) {
        List<String> heads = new ArrayList<>();
        heads.add("µs");
        BY.forEach(who -> heads.add(who.words()));
        MarkdownTable table = new MarkdownTable(1, heads.toArray(String[]::new));
        Map<String, BenchmarkResult> measured = new HashMap<>();
        runs.results().stream()
                .filter(ResultsSection::isPublished)
                .forEach(one -> measured.put(one.key(), one));
        for (Work work : WORK) {
            @Nullable BenchmarkResult ours = measured.get(work.keyBy(RunTable.OURS));
            if (ours == null) {
                continue;
            }
            List<String> cells = new ArrayList<>();
            cells.add(work.words());
            for (Who who : BY) {
                cells.add(cell(measured.get(work.keyBy(who.contender())), ours));
            }
            table.row(cells);
        }
        return "[Benchmarks](benchmarks.md#results) has the other figures, and the runs that they are of.\n\n"
                + table.text();
    }

    private static String cell(@Nullable BenchmarkResult measured, BenchmarkResult ours) {
        if (measured == null) {
            return "";
        }
        String time = TableNumbers.plain(measured.mean());
        return measured.equals(ours)
                ? time
                : time + " (" + TableNumbers.ratio(measured.mean() / ours.mean()) + " ×)";
    }
}
