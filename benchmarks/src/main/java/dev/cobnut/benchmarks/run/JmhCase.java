package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.jmh.CpuProfiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// A JMH benchmark with a value for each of its parameters.
///
/// @param benchmark fully qualified class and method
record JmhCase(String benchmark, SortedMap<String, String> params, boolean target) implements Case {

    /// Number of lines of JMH's output that are kept when a fork fails.
    private static final int LAST_LINES = 12;

    @Override
    public String group() {
        return BenchmarkResult.group(JmhJson.shortName(benchmark), params);
    }

    @Override
    public String name() {
        return BenchmarkResult.key(JmhJson.shortName(benchmark), params);
    }

    @Override
    public Duration length(Plan plan) {
        return plan.length(target);
    }

    @Override
    public List<BenchmarkResult> fork(Plan plan, int round)
            throws IOException, CaseFailedException {
        return measure(plan, round, 1);
    }

    /// @param processes number of forks; 0 runs the benchmark in this process, for a trial
    List<BenchmarkResult> measure(Plan plan, int round, int processes)
            throws IOException, CaseFailedException {
        Path folder = Files.createTempDirectory("cobnut-jmh-");
        Path json = folder.resolve("result.json");
        Path log = folder.resolve("jmh.log");
        try {
            ChainedOptionsBuilder options =
                    new OptionsBuilder()
                            .include("^" + Pattern.quote(benchmark) + "$")
                            .forks(processes)
                            .warmupIterations(plan.warmUps(target))
                            .warmupTime(millis(plan.warmUpTime()))
                            .measurementIterations(plan.iterations())
                            .measurementTime(millis(plan.iterationTime()))
                            .jvmArgs(Flags.OF_FORKS.toArray(String[]::new))
                            .addProfiler(GCProfiler.class)
                            .shouldFailOnError(true)
                            .output(log.toString())
                            .resultFormat(ResultFormatType.JSON)
                            .result(json.toString());
            if (JmhCases.question(benchmark.substring(0, benchmark.lastIndexOf('.'))).cpu()) {
                options = options.addProfiler(CpuProfiler.class);
            }
            for (Map.Entry<String, String> param : params.entrySet()) {
                options = options.param(param.getKey(), param.getValue());
            }
            new Runner(options.build()).run();
            return JmhJson.read(json).stream().map(measured -> measured.inRound(round)).toList();
        } catch (RunnerException e) {
            throw new CaseFailedException(e.getMessage() + "\n" + lastLines(log), e);
        } finally {
            Files.deleteIfExists(json);
            Files.deleteIfExists(log);
            Files.delete(folder);
        }
    }

    private static TimeValue millis(Duration length) {
        return TimeValue.milliseconds(length.toMillis());
    }

    private static String lastLines(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
