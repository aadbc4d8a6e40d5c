package dev.cobnut.loadtests.load;

import dev.cobnut.loadtests.simulation.LoadPlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// A load generator at work: Gatling in a JVM of its own, which runs all phases of one plan.
@SuppressWarnings("DoNotCallSuggester")
public final class LoadProcess implements AutoCloseable {

    private LoadProcess() {}

    /// @param folder gets Gatling's log and pages, the plan and the generator's output; must be new
    ///   or empty
    public static LoadProcess start(LoadPlan plan, URI target, Path folder) throws IOException {
        throw new UnsupportedOperationException(plan + " " + target + " " + folder);
    }

    /// When the first phase began. Waits for it, a minute at most.
    public Instant startedAt() throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public boolean isAlive() {
        throw new UnsupportedOperationException();
    }

    public long pid() {
        throw new UnsupportedOperationException();
    }

    /// CPU time of the generator so far.
    public Duration cpuTime() {
        throw new UnsupportedOperationException();
    }

    /// Returns when all phases are over and the log is complete.
    public void awaitEnd() throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    /// Ends it now; what was measured until then is kept.
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
