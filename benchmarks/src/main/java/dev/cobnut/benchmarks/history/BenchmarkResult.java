package dev.cobnut.benchmarks.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One benchmark with one set of parameters, in all its forks.
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

    /// The parameter that says who does the work.
    public static final String CONTENDER = "contender";

    public BenchmarkResult {
        params = new TreeMap<>(params);
        forks = List.copyOf(forks);
    }

    /// The same in every run: `AskBenchmark.roundTrip(contender=pekko)`.
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

    /// The key without the contender: what is of one group answers one question.
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

    /// One value for each fork, in their order.
    public List<@Nullable Double> scores() {
        return forks.stream().<@Nullable Double>map(Fork::mean).toList();
    }

    /// Whole bytes, for what is below is the resolution of the counter; one for each fork.
    public List<@Nullable Double> bytes() {
        List<@Nullable Double> bytes = new ArrayList<>();
        for (Fork fork : forks) {
            @Nullable Double value = fork.bytesPerOperation();
            bytes.add(value == null ? null : Double.valueOf(Math.rint(value)));
        }
        return bytes;
    }

    /// Empty when no fork has measured it.
    public OptionalDouble meanBytes() {
        return bytes().stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).average();
    }

    public double mean() {
        return forks.stream().mapToDouble(Fork::mean).average().orElseThrow();
    }

    /// This and the forks of another of the same key, in the order of rounds.
    public BenchmarkResult with(BenchmarkResult more) {
        List<Fork> all = new ArrayList<>(forks);
        all.addAll(more.forks);
        return new BenchmarkResult(benchmark, params, mode, unit, settings, all);
    }
}
