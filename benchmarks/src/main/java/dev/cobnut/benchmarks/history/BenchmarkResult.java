package dev.cobnut.benchmarks.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The result of one benchmark with one set of parameters, with all its forks.
///
/// @param benchmark class and method, such as `AskBenchmark.roundTrip`
/// @param unit JMH's notation, such as `us/op`
public record BenchmarkResult(
        String benchmark,
        SortedMap<String, String> params,
        Mode mode,
        String unit,
        Settings settings,
        List<Fork> forks) {

    /// The parameter that names the contender.
    public static final String CONTENDER = "contender";

    /// The end of the name of a benchmark's processor time, which is a result of its own.
    public static final String CPU = ".cpu";

    public BenchmarkResult {
        params = new TreeMap<>(params);
        forks = List.copyOf(forks);
    }

    /// The name of the benchmark with its parameters, the same in every run:
    /// `AskBenchmark.roundTrip(contender=pekko)`.
    public String key() {
        return key(benchmark, params);
    }

    /// The key of a benchmark with parameters, measured or not.
    public static String key(String benchmark, SortedMap<String, String> params) {
        return params.isEmpty()
                ? benchmark
                : params.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(",", benchmark + "(", ")"));
    }

    /// The simple name of the benchmark's class.
    public String type() {
        return benchmark.replaceFirst("\\..*", "");
    }

    /// The key without the contender. The results of one group answer one question.
    public String group() {
        return group(benchmark, params);
    }

    /// The group of a benchmark with parameters, measured or not.
    public static String group(String benchmark, SortedMap<String, String> params) {
        SortedMap<String, String> others = new TreeMap<>(params);
        others.remove(CONTENDER);
        return key(benchmark, others);
    }

    public String contender() {
        return params.getOrDefault(CONTENDER, "");
    }

    /// One value per fork, in the order of the forks.
    public List<@Nullable Double> scores() {
        return forks.stream().<@Nullable Double>map(Fork::mean).toList();
    }

    /// Whole bytes, one value per fork. Fractions of a byte are below the resolution of the
    /// counter.
    public List<@Nullable Double> bytes() {
        List<@Nullable Double> bytes = new ArrayList<>();
        for (Fork fork : forks) {
            @Nullable Double value = fork.bytesPerOperation();
            bytes.add(value == null ? null : Double.valueOf(Math.rint(value)));
        }
        return bytes;
    }

    /// Empty when no fork measured it.
    public OptionalDouble meanBytes() {
        return bytes().stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).average();
    }

    public double mean() {
        return forks.stream().mapToDouble(Fork::mean).average().orElseThrow();
    }

    /// This result with the forks of another result of the same key added, in the order of rounds.
    public BenchmarkResult with(BenchmarkResult more) {
        List<Fork> all = new ArrayList<>(forks);
        all.addAll(more.forks);
        return new BenchmarkResult(benchmark, params, mode, unit, settings, all);
    }

    /// This result with all its forks in one round.
    public BenchmarkResult inRound(int round) {
        return new BenchmarkResult(
                benchmark,
                params,
                mode,
                unit,
                settings,
                forks.stream()
                        .map(fork -> new Fork(round, fork.values(), fork.bytesPerOperation()))
                        .toList());
    }
}
