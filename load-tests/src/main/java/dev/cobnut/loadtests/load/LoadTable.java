package dev.cobnut.loadtests.load;

import dev.cobnut.lab.measurement.Window;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Prints a report as a table.
final class LoadTable {

    private static final String ROW =
            "%-12s %9s %9s %9s %7s %7s %7s %7s %7s %7s %8s %8s %13s %8s%n";

    private LoadTable() {}

    static void print(LoadReport report, PrintStream out) {
        out.printf(
                ROW,
                "",
                "planned",
                "arrived",
                "expected",
                "errors",
                "p50",
                "p90",
                "p99",
                "p99.9",
                "max",
                "service",
                "load",
                "pending",
                "view lag");
        out.printf(
                ROW,
                "",
                "per s",
                "per s",
                "per s",
                "",
                "ms",
                "ms",
                "ms",
                "ms",
                "ms",
                "µs/req",
                "µs/req",
                "begin → end",
                "p99 ms");
        report.parts().forEach(part -> row(part, out));
        report.parts().stream()
                .flatMap(part -> part.load().errors().entrySet().stream())
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new))
                .forEach((error, count) -> out.printf("error: %d × %s%n", count, error));
        say(out, "contaminated: ", report.contamination());
        if (report.parts().isEmpty()) {
            out.println("Nothing was measured.");
        } else if (report.bystanders() == null || report.bystanders().othersPercent() == null) {
            out.println("The CPU use of other processes is not available.");
        }
        if (report.endedEarly() != null) {
            out.println("ended early: " + report.endedEarly());
        }
    }

    private static void row(LoadReport.Part part, PrintStream out) {
        Window.Load load = part.load();
        Window.Latency latency = Objects.requireNonNull(load.latencyMs());
        Window.@Nullable Service service = part.service();
        out.printf(
                ROW,
                part.name(),
                number(load.plannedPerSecond(), 1),
                number(load.arrivedPerSecond(), 1),
                number(part.throughputPerSecond(), 1),
                load.errors().values().stream().mapToLong(Long::longValue).sum(),
                number(latency.p50(), 0),
                number(latency.p90(), 0),
                number(latency.p99(), 0),
                number(latency.p999(), 0),
                number(latency.max(), 0),
                number(part.serviceCpuMicrosPerRequest(), 0),
                number(part.generatorCpuMicrosPerRequest(), 0),
                service == null ? "n/a" : service.pendingAtStart() + " → " + service.pendingAtEnd(),
                number(service == null ? null : service.viewLagP99Ms(), 1));
    }

    static void say(PrintStream out, String begin, List<String> sentences) {
        sentences.forEach(sentence -> out.println(begin + sentence));
    }

    private static String number(@Nullable Double value, int decimals) {
        return value == null ? "n/a" : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
