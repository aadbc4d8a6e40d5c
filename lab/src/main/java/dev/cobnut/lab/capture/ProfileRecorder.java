package dev.cobnut.lab.capture;

import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Somebody who can record a process: the service itself, or the profiler that we put into it.
interface ProfileRecorder extends AutoCloseable {

    /// @return what is not as it was asked for, a sentence; empty when everything is
    Optional<String> begin(SessionPlan.Capture intervals, Set<ProfileEvent> events, Engine engine)
            throws IOException, InterruptedException;

    /// Waits while the process lives.
    ///
    /// @return false when it ended before
    boolean awaitWhileAlive(Duration length) throws IOException, InterruptedException;

    /// Ends the recording and puts it into the file.
    Taken end(Path recording) throws IOException, InterruptedException;

    /// For a process that ended while it was recorded: what it had written, put into the file.
    ///
    /// @return false when there is nothing
    boolean salvage(Path recording) throws IOException;

    @Override
    void close() throws IOException;

    /// What the process did meanwhile; null where nobody knows.
    record Taken(
            double seconds,
            @Nullable Long requests,
            @Nullable Long cpuNanos,
            @Nullable Long gcCount,
            @Nullable Long gcMillis,
            String endedBy) {}
}
