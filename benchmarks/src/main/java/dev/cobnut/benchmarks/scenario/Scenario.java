package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.history.Mode;
import java.io.IOException;
import java.util.List;

/// A measurement that does not fit into JMH: it counts lost messages, observes an idle process, or
/// measures the heap. One process measures one contender once. The class has a
/// [dev.cobnut.benchmarks.jmh.Question].
public interface Scenario {

    /// The contenders, by name.
    List<String> contenders();

    /// @param name of the figure, such as `lost`
    record Figure(String name, Mode mode, String unit, double value) {

        public static Figure count(String name, Mode mode, String unit, long count) {
            return new Figure(name, mode, unit, (double) count);
        }
    }

    /// @param quick true for a smaller amount of work: for a trial, not for publication
    List<Figure> measure(String contender, boolean quick) throws IOException, InterruptedException;

    /// The approximate length in seconds.
    int seconds(boolean quick);
}
