package dev.cobnut.loadtests.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// The simulations there are.
public enum Workload {
    /// Orders are placed, nothing else.
    PLACE,
    /// Orders go their whole way: place, read, confirm, pay, ship, deliver.
    LIFE,
    /// Customers of whom a few order much, who read more than they write; several people change the
    /// same few orders.
    MIXED,
    /// Mixed, with a rate that goes up at once and down again.
    SPIKE,
    /// Mixed, for long.
    SOAK;

    /// As on a command line.
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// @throws IllegalArgumentException with a sentence that says which there are
    public static Workload named(String title) {
        for (Workload workload : values()) {
            if (workload.title().equals(title)) {
                return workload;
            }
        }
        throw new IllegalArgumentException(
                "There is no simulation '%s'; there are %s."
                        .formatted(
                                title,
                                Arrays.stream(values())
                                        .map(Workload::title)
                                        .collect(Collectors.joining(", "))));
    }
}
