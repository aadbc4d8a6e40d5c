package dev.cobnut.lab.stacks;

import java.util.List;
import java.util.Locale;

/// The events that a profile samples.
public enum ProfileEvent {
    /// Time on a core; value in ns (samples times the interval).
    CPU("ns"),
    /// Allocation; value in bytes.
    ALLOC("bytes"),
    /// Elapsed time of threads, on a core or not; value in ns (samples times the interval).
    WALL("ns"),
    /// Time that threads waited for locks; value in ns.
    LOCK("ns");

    private final String unit;

    ProfileEvent(String unit) {
        this.unit = unit;
    }

    /// The unit of [StackTable.Count#value].
    public String unit() {
        return unit;
    }

    /// The name in file names and settings: lower case.
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The frames of a stack that are code: all except the class at the end of an allocation stack.
    public List<String> code(List<String> stack) {
        return this == ALLOC ? stack.subList(0, stack.size() - 1) : stack;
    }
}
