package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.history.Settings;
import dev.cobnut.benchmarks.jmh.CpuProfiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JMH's results in the JSON form of versions 1.2x to 1.37. It uses the raw data of each
/// fork, because JMH's own score and error mix forks with iterations.
final class JmhJson {

    /// The name of the metric since 1.34, and the name before.
    private static final List<String> ALLOCATED =
            List.of("gc.alloc.rate.norm", "\u00b7gc.alloc.rate.norm");

    private JmhJson() {}

    /// @throws InvalidInputException when the file is not of that form
    static List<BenchmarkResult> read(Path file) throws IOException {
        return parse(Files.readString(file), file.toString());
    }

    static List<BenchmarkResult> parse(String json, String where) {
        JsonNode results;
        try {
            results = JsonMapper.shared().readTree(json);
        } catch (JacksonException e) {
            throw new InvalidInputException(where + " is not valid JSON.", e);
        }
        if (!results.isArray() || results.isEmpty()) {
            throw new InvalidInputException(where + " has no results of JMH.");
        }
        List<BenchmarkResult> measured = new ArrayList<>();
        for (JsonNode result : results) {
            BenchmarkResult time = measured(result, where);
            measured.add(time);
            JsonNode cpu = result.path("secondaryMetrics").path(CpuProfiler.METRIC);
            if (cpu.isObject()) {
                measured.add(cpu(time, cpu));
            }
        }
        return measured;
    }

    private static BenchmarkResult measured(JsonNode result, String where) {
        Map<String, String> params = new TreeMap<>();
        result.path("params")
                .properties()
                .forEach(param -> params.put(param.getKey(), param.getValue().asString()));
        JsonNode metric = required(result, "primaryMetric", where);
        JsonNode rawData = required(metric, "rawData", where);
        @Nullable JsonNode allocated = allocated(result);
        List<Fork> forks = new ArrayList<>();
        for (int f = 0; f < rawData.size(); f++) {
            List<Double> values = doubles(rawData.get(f));
            if (values.isEmpty()) {
                throw new InvalidInputException(where + " has a fork without iterations.");
            }
            List<Double> bytes =
                    allocated == null ? List.of() : doubles(allocated.path("rawData").path(f));
            forks.add(
                    new Fork(
                            f,
                            values,
                            bytes.isEmpty()
                                    ? null
                                    : Double.valueOf(
                                            bytes.stream()
                                                    .mapToDouble(Double::doubleValue)
                                                    .average()
                                                    .orElseThrow())));
        }
        if (forks.isEmpty()) {
            throw new InvalidInputException(where + " has a result without forks.");
        }
        return new BenchmarkResult(
                shortName(required(result, "benchmark", where).asString()),
                new TreeMap<>(params),
                Mode.of(required(result, "mode", where).asString()),
                required(metric, "scoreUnit", where).asString(),
                new Settings(
                        required(result, "warmupIterations", where).asInt(),
                        required(result, "warmupTime", where).asString(),
                        required(result, "measurementIterations", where).asInt(),
                        required(result, "measurementTime", where).asString(),
                        required(result, "threads", where).asInt()),
                forks);
    }

    /// The processor time of a benchmark is a result of its own.
    private static BenchmarkResult cpu(BenchmarkResult time, JsonNode metric) {
        List<Fork> forks = new ArrayList<>();
        for (Fork fork : time.forks()) {
            forks.add(
                    new Fork(
                            fork.round(),
                            doubles(metric.path("rawData").path(fork.round())),
                            null));
        }
        return new BenchmarkResult(
                time.benchmark() + BenchmarkResult.CPU,
                time.params(),
                Mode.COST,
                metric.path("scoreUnit").asString(),
                time.settings(),
                forks);
    }

    private static @Nullable JsonNode allocated(JsonNode result) {
        for (String name : ALLOCATED) {
            JsonNode metric = result.path("secondaryMetrics").path(name);
            if (metric.isObject()) {
                return metric;
            }
        }
        return null;
    }

    private static List<Double> doubles(JsonNode values) {
        List<Double> doubles = new ArrayList<>();
        for (JsonNode value : values) {
            // JMH writes a value that is no number as a text
            if (value.isNumber()) {
                doubles.add(value.asDouble());
            }
        }
        return doubles;
    }

    private static JsonNode required(JsonNode node, String name, String where) {
        JsonNode value = node.path(name);
        if (value.isMissingNode()) {
            throw new InvalidInputException(where + " has a result without '" + name + "'.");
        }
        return value;
    }

    /// Class and method, without the package.
    static String shortName(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        int type = benchmark.lastIndexOf('.', method - 1);
        return benchmark.substring(type + 1);
    }
}
