package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.history.Mode;
import java.io.IOException;
import java.util.List;

/// A measurement that JMH has no form for: it counts what was lost, waits for minutes of nothing,
/// or weighs the heap. One process measures one contender once.
public interface Scenario {

    /// Its class says its [dev.cobnut.benchmarks.jmh.Question].
    List<String> contenders();

    /// @param name of the figure, such as `lost`
    record Figure(String name, Mode mode, String unit, double value) {

        public static Figure count(String name, Mode mode, String unit, long count) {
            return new Figure(name, mode, unit, (double) count);
        }
    }

    /// @param quick a smaller amount: to try, not to quote
    List<Figure> measure(String contender, boolean quick) throws IOException, InterruptedException;

    /// About so long, in seconds.
    int seconds(boolean quick);
}
