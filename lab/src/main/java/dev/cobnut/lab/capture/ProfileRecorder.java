package dev.cobnut.lab.capture;

import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Records a process. Implementations: the service records itself, or the lab attaches a profiler.
public interface ProfileRecorder extends AutoCloseable {

    /// Records a service through its own profiler.
    static ProfileRecorder ofService(URI service) {
        return new ProfilerClient(service);
    }

    /// Records another JVM of the same user.
    ///
    /// @throws ProfilerException when it refuses to be attached to; the message is a sentence
    static ProfileRecorder attachedTo(long pid) throws IOException {
        return AttachedProcess.of(pid);
    }

    /// @return a sentence about settings that could not be applied; empty when all were applied
    Optional<String> begin(SessionPlan.Capture intervals, Set<ProfileEvent> events, Engine engine)
            throws IOException, InterruptedException;

    /// Waits while the process lives.
    ///
    /// @return false when the process ended early
    boolean awaitWhileAlive(Duration length) throws IOException, InterruptedException;

    /// Ends the recording and saves it to the file.
    Taken end(Path recording) throws IOException, InterruptedException;

    /// Saves what a process had recorded before it ended.
    ///
    /// @return false when there is no recorded data
    boolean salvage(Path recording) throws IOException;

    @Override
    void close() throws IOException;

    /// The activity of the process during the recording; null where it is unknown.
    record Taken(
            double seconds,
            @Nullable Long requests,
            @Nullable Long cpuNanos,
            @Nullable Long allocatedBytes,
            @Nullable Long gcCount,
            @Nullable Long gcMillis,
            String endedBy) {

        /// CPU time per elapsed time; null where it is unknown.
        public @Nullable Double cores() {
            return cpuNanos == null ? null : cpuNanos / (1e9 * seconds);
        }
    }
}
