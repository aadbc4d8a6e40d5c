package dev.cobnut.benchmarks.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// Hand-made runs with known values.
public final class Runs {

    public static final Settings SETTINGS = new Settings(2, "400 ms", 3, "400 ms", 1);
    public static final RunEnvironment PLACE =
            RunEnvironment.of(2, "a processor", 8, "Linux 6", "JDK 25");
    public static final List<String> FLAGS = List.of("-Xmx512m");

    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private Runs() {}

    public static BenchmarkResult measured(String benchmark, double... forks) {
        return measured(benchmark, Map.of(), 24, forks);
    }

    public static BenchmarkResult measured(
            String benchmark, Map<String, String> params, double bytes, double... forks) {
        List<Fork> all = new ArrayList<>();
        for (int f = 0; f < forks.length; f++) {
            all.add(new Fork(f, List.of(forks[f]), bytes));
        }
        return new BenchmarkResult(
                benchmark, new TreeMap<>(params), Mode.AVERAGE_TIME, "ns/op", SETTINGS, all);
    }

    /// @param hours after the first run
    public static RunRecord run(int hours, String commit, List<BenchmarkResult> results) {
        return run(hours, commit, PLACE, FLAGS, results);
    }

    public static RunRecord run(
            int hours,
            String commit,
            RunEnvironment place,
            List<String> flags,
            List<BenchmarkResult> results) {
        return RunRecord.of(
                START.plus(Duration.ofHours(hours)),
                commit,
                "full",
                place,
                flags,
                List.of(),
                List.of(),
                results);
    }

    /// Benchmarks `B0`, `B1` … whose forks scatter, and which a run shifts as a whole.
    ///
    /// @param forkNoise deviation of a fork, relative
    /// @param runNoise deviation of a benchmark between runs, relative
    public static List<BenchmarkResult> noisy(
            Random random, int benchmarks, int forks, double forkNoise, double runNoise) {
        List<BenchmarkResult> results = new ArrayList<>();
        for (int b = 0; b < benchmarks; b++) {
            double level = (10 + 7 * b) * (1 + runNoise * random.nextGaussian());
            double[] values = new double[forks];
            for (int f = 0; f < forks; f++) {
                values[f] = level * (1 + forkNoise * random.nextGaussian());
            }
            results.add(measured("B" + b, values));
        }
        return results;
    }
}
