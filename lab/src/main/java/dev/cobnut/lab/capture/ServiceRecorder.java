package dev.cobnut.lab.capture;

import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Records a service through its own profiler.
final class ServiceRecorder implements ProfileRecorder {

    /// The interval between checks. It is long because each check is a request that the recording
    /// contains.
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final ProfilerClient client;
    private ProfilerClient.@Nullable Started started;

    ServiceRecorder(URI service) {
        this.client = new ProfilerClient(service);
    }

    @Override
    public Optional<String> begin(
            SessionPlan.Capture intervals, Set<ProfileEvent> events, Engine engine)
            throws IOException, InterruptedException {
        started = client.start(intervals, events, engine);
        return Optional.ofNullable(started.notice());
    }

    @Override
    public boolean awaitWhileAlive(Duration length) throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        long left;
        while ((left = end - System.nanoTime()) > 0) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK.toNanos()));
            try {
                if (!client.isRunning()) {
                    return true; // it ended the recording by itself, at a limit
                }
            } catch (IOException _) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Taken end(Path recording) throws IOException, InterruptedException {
        FinishedRecording stopped = client.stop(recording);
        started = null;
        return new Taken(
                stopped.seconds(),
                stopped.requests(),
                stopped.cpuNanos(),
                stopped.gcCount(),
                stopped.gcMillis(),
                stopped.endedBy());
    }

    @Override
    public boolean salvage(Path recording) throws IOException {
        Path file = started == null ? null : started.file();
        started = null;
        if (file == null || !Files.isReadable(file)) {
            return false;
        }
        Files.copy(file, recording, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }

    @Override
    public void close() throws IOException {
        if (started == null) {
            return;
        }
        started = null;
        Path thrownAway = Files.createTempFile("cobnut-profile-", ".jfr");
        try {
            client.stop(thrownAway);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Files.delete(thrownAway);
        }
    }
}
