package dev.cobnut.loadtests.profile;

import dev.cobnut.loadtests.measurement.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Durations of spans per tag.
final class SpanTimes {

    private final SortedMap<String, Durations> perTag = new TreeMap<>();

    void add(String tag, double nanos) {
        perTag.computeIfAbsent(tag, _ -> new Durations()).add(nanos);
    }

    /// In the order of the tags.
    List<Window.Span> perTag() {
        List<Window.Span> spans = new ArrayList<>();
        perTag.forEach((tag, durations) -> {
            double[] sorted = durations.sorted();
            spans.add(
                    new Window.Span(
                            tag,
                            sorted.length,
                            percentile(sorted, 0.5) / 1e6,
                            percentile(sorted, 0.99) / 1e6));
        });
        return spans;
    }

    /// The smallest value that at least the share of all values does not exceed.
    private static double percentile(double[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    private static final class Durations {

        private double[] values = new double[64];
        private int size;

        void add(double nanos) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = nanos;
        }

        double[] sorted() {
            double[] sorted = Arrays.copyOf(values, size);
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
