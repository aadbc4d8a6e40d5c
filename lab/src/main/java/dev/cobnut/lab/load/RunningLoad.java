package dev.cobnut.lab.load;

import java.io.IOException;
import java.time.Instant;
import java.util.Set;

/// A load that runs: Gatling ([LoadProcess]), or a command of the plan.
public interface RunningLoad extends AutoCloseable {

    /// The start of the load. Waits for it.
    ///
    /// @throws IOException when it did not start; the message says why
    Instant startedAt() throws IOException, InterruptedException;

    /// True while it runs.
    boolean isAlive();

    /// The processes that make the load.
    Set<Long> pids() throws IOException, InterruptedException;

    /// Whole seconds of this load so far.
    int seconds();

    /// The answers of this load so far.
    LoadProcess.Progress progress() throws IOException;

    /// A sentence about a load that has ended before it should.
    String endedEarly(long secondsLeft) throws IOException;

    /// Returns when the load has ended as it should.
    ///
    /// @throws IOException when it failed; the message says why
    void awaitEnd() throws IOException, InterruptedException;

    /// Ends the load. What it wrote is kept.
    @Override
    void close();
}
