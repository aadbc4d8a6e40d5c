package dev.cobnut.benchmarks.history;

import java.util.ArrayList;
import java.util.List;

/// Decides if two runs can be compared.
public final class RunComparability {

    private RunComparability() {}

    /// The reasons against a comparison, one sentence each; empty when the runs can be compared.
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

    /// True when both results have the same mode, unit and settings.
    public static boolean sameQuestion(BenchmarkResult a, BenchmarkResult b) {
        return a.mode() == b.mode()
                && a.unit().equals(b.unit())
                && a.settings().equals(b.settings());
    }
}
