package dev.cobnut.benchmarks.history;

import java.util.ArrayList;
import java.util.List;

/// Why two runs cannot be compared.
public final class RunComparability {

    private RunComparability() {}

    /// A sentence for each reason; empty when they can be.
    public static List<String> refusals(RunRecord a, RunRecord b) {
        List<String> refusals = new ArrayList<>();
        RunEnvironment placeA = a.place();
        RunEnvironment placeB = b.place();
        if (!placeA.machine().equals(placeB.machine())) {
            refusals.add(
                    "The machines differ: %s and %s.".formatted(machine(placeA), machine(placeB)));
        }
        if (!placeA.jdk().equals(placeB.jdk())) {
            refusals.add("The JDKs differ: %s and %s.".formatted(placeA.jdk(), placeB.jdk()));
        }
        if (!a.flags().equals(b.flags())) {
            refusals.add(
                    "The JVM flags differ: %s and %s."
                            .formatted(String.join(" ", a.flags()), String.join(" ", b.flags())));
        }
        return refusals;
    }

    private static String machine(RunEnvironment place) {
        return "%d × %s, %d GiB, %s"
                .formatted(place.cores(), place.processor(), place.memoryGiB(), place.system());
    }

    /// Whether one benchmark was measured in the same way.
    public static boolean sameQuestion(BenchmarkResult a, BenchmarkResult b) {
        return a.mode() == b.mode()
                && a.unit().equals(b.unit())
                && a.settings().equals(b.settings());
    }
}
