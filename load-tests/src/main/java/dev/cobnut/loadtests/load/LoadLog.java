package dev.cobnut.loadtests.load;

import dev.cobnut.loadtests.measurement.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/// What Gatling wrote down, as figures of any interval.
@SuppressWarnings("DoNotCallSuggester")
public final class LoadLog {

    private LoadLog() {}

    /// @param folder of a [LoadProcess]
    public static LoadLog read(Path folder) throws IOException {
        throw new UnsupportedOperationException(folder.toString());
    }

    public Window.Load figures(Instant from, Instant to, double plannedPerSecond) {
        throw new UnsupportedOperationException("" + from + to + plannedPerSecond);
    }
}
