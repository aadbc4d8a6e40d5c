package dev.cobnut.loadtests.orders;

import java.util.Arrays;
import java.util.OptionalDouble;

/// Reads one sample out of the Prometheus text format (exposition format 0.0.4).
final class PrometheusText {

    private PrometheusText() {}

    /// @param sample `name` or `name{label="value",…}`; a line may have more labels
    static OptionalDouble first(String page, String sample) {
        int brace = sample.indexOf('{');
        String name = brace < 0 ? sample : sample.substring(0, brace);
        String[] labels =
                brace < 0
                        ? new String[0]
                        : sample.substring(brace + 1, sample.length() - 1).split(",", -1);
        return page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Arrays.stream(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst();
    }
}
