package dev.cobnut.lab.capture;

import dev.cobnut.lab.measurement.RequestTimes;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.statistics.Ranks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Durations of spans per tag.
final class SpanTimes {

    private final SortedMap<String, Durations> perTag = new TreeMap<>();

    void add(String tag, double nanos) {
        perTag.computeIfAbsent(tag, _ -> new Durations()).add(nanos);
    }

    /// The spans in the order of their tags.
    ///
    /// @param requests of some tags
    List<Window.Span> perTag(Map<String, RequestTimes> requests) {
        List<Window.Span> spans = new ArrayList<>();
        perTag.forEach((tag, durations) -> {
            double[] nanos = durations.nanos();
            spans.add(
                    new Window.Span(
                            tag,
                            nanos.length,
                            Ranks.nearest(0.5, nanos) / 1e6,
                            Ranks.nearest(0.99, nanos) / 1e6,
                            requests.get(tag)));
        });
        return spans;
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

        double[] nanos() {
            return Arrays.copyOf(values, size);
        }
    }
}
