package dev.cobnut.framework.profiling;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Starts and stops recordings of this process, one at a time. Thread-safe.
///
/// While a recording runs, a thread checks once a second whether it has reached a limit, and ends
/// it then.
public final class Profiler implements AutoCloseable {

    /// The result of a request to start.
    public sealed interface Start {
        record Begun(Status status) implements Start {}

        /// Nothing was started.
        record Refused(String sentence) implements Start {}
    }

    /// The result of a request to stop.
    public sealed interface Stop {
        record Ended(Facts facts) implements Stop {}

        /// Nothing was stopped.
        record Refused(String sentence) implements Stop {}
    }

    /// @param state `idle` or `running`
    /// @param since start of the running recording
    /// @param file path of the running recording
    /// @param sampling the sampling that was requested
    /// @param engine the engine that samples CPU time: `perf_events` or `ctimer`; null when CPU
    ///   time is not sampled
    /// @param notice one sentence about how the recording differs from the request; null when it
    ///   does not
    /// @param last facts of the last recording that ended in order; null when there is none
    public record Status(
            String state,
            @Nullable Instant since,
            @Nullable String file,
            @Nullable Sampling sampling,
            @Nullable String engine,
            @Nullable String notice,
            @Nullable Facts last) {}

    private static final System.Logger LOG = System.getLogger(Profiler.class.getName());

    /// Length of one chunk of the file. A finished chunk can be read even when the process dies
    /// during the next one.
    private static final Duration CHUNK = Duration.ofSeconds(30);

    private static final long CHECK_MS = 1_000;

    private final ProfilerSettings settings;
    private final RecordingFolder folder;
    private final LongSupplier requests;
    private final InstantSource clock;
    private final Object lock = new Object();
    private @Nullable Running running;
    private @Nullable Facts last;

    private record Counters(
            long nanoTime,
            long requests,
            long cpuNanos,
            long allocatedBytes,
            long gcs,
            long gcMillis) {}

    private record Running(
            Path file,
            Instant since,
            Sampling sampling,
            @Nullable String engine,
            @Nullable String notice,
            Counters atStart) {}

    /// @param requests number of requests answered so far
    public Profiler(ProfilerSettings settings, LongSupplier requests, InstantSource clock) {
        this.settings = settings;
        this.folder = new RecordingFolder(settings.folder(), settings.recordingsMax());
        this.requests = requests;
        this.clock = clock;
    }

    public Status status() {
        synchronized (lock) {
            return running == null
                    ? new Status("idle", null, null, null, null, null, last)
                    : new Status(
                            "running",
                            running.since,
                            running.file.toString(),
                            running.sampling,
                            running.engine,
                            running.notice,
                            last);
        }
    }

    /// The file of a recording that has ended.
    ///
    /// @param name name of the recording, as the caller gave it
    public Optional<Path> find(String name) {
        synchronized (lock) {
            return folder.find(name).filter(file -> running == null || !running.file.equals(file));
        }
    }

    public Start start(Sampling sampling) {
        synchronized (lock) {
            if (running != null) {
                return new Start.Refused(
                        "A recording is running since " + running.since + ": stop it first.");
            }
            Path file;
            try {
                file = folder.next(clock.instant());
            } catch (IOException e) {
                return new Start.Refused(
                        "The folder of recordings %s cannot be written: %s."
                                .formatted(settings.folder(), e.getMessage()));
            }
            try {
                Library.execute(sampling.startCommand(file, CHUNK));
            } catch (IOException e) {
                return new Start.Refused("The profiler did not start: " + e.getMessage() + ".");
            }
            running = newRecording(file, sampling);
            Running begun = running;
            Thread.ofPlatform().name("profiler-watch").daemon().start(() -> watch(begun));
            return new Start.Begun(status());
        }
    }

    /// Ends the recording. Its file is complete when the result is [Stop.Ended].
    public Stop stop() {
        synchronized (lock) {
            if (running == null) {
                return new Stop.Refused(
                        last == null || last.endedBy().equals("request")
                                ? "No recording is running."
                                : "No recording is running: %s was ended by %s after %.0f s."
                                        .formatted(
                                                last.recording(), last.endedBy(), last.seconds()));
            }
            return end(running, "request");
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (running != null) {
                end(running, "shutdown");
            }
        }
    }

    private Running newRecording(Path file, Sampling sampling) {
        String engine = sampling.cpu() == null ? null : PerfEvents.engineInUse();
        boolean perfEventsDenied =
                engine != null
                        && sampling.engine() == Sampling.CpuEngine.CPU
                        && !engine.equals(PerfEvents.ENGINE);
        return new Running(
                file,
                clock.instant(),
                sampling,
                engine,
                perfEventsDenied ? PerfEvents.denialNotice() : null,
                counters());
    }

    private Stop end(Running ending, String endedBy) {
        Counters now = counters();
        Counters before = ending.atStart;
        running = null;
        lock.notifyAll();
        Facts facts =
                new Facts(
                        ending.file.getFileName().toString(),
                        ending.since,
                        (now.nanoTime - before.nanoTime) / 1e9,
                        now.requests - before.requests,
                        now.cpuNanos - before.cpuNanos,
                        now.allocatedBytes < 0 ? -1 : now.allocatedBytes - before.allocatedBytes,
                        now.gcs - before.gcs,
                        now.gcMillis - before.gcMillis,
                        endedBy);
        try {
            Library.execute("stop");
            last = facts; // not after a failed stop: the file may be incomplete
            return new Stop.Ended(facts);
        } catch (IOException e) {
            return new Stop.Refused(
                    "The profiler did not stop the recording: " + e.getMessage() + ".");
        }
    }

    private void watch(Running watched) {
        synchronized (lock) {
            try {
                while (watched.equals(running)) {
                    long passed = System.nanoTime() - watched.atStart.nanoTime;
                    long left = settings.lengthMax().toNanos() - passed;
                    if (left <= 0) {
                        endByLimit(watched, "length-max");
                    } else if (size(watched.file) > settings.recordingBytesMax()) {
                        endByLimit(watched, "recording-max");
                    } else {
                        lock.wait(Math.clamp(TimeUnit.NANOSECONDS.toMillis(left), 1, CHECK_MS));
                    }
                }
            } catch (InterruptedException _) {
                endByLimit(watched, "shutdown");
            }
        }
    }

    private void endByLimit(Running ending, String limit) {
        Stop stop = end(ending, limit);
        LOG.log(Level.WARNING, "The recording was ended by {0}: {1}", limit, stop);
    }

    /// Returns 0 when the size cannot be read: the recording goes on.
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException _) {
            return 0;
        }
    }

    private Counters counters() {
        long cpu = -1;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os) {
            cpu = os.getProcessCpuTime();
        }
        long allocated = -1;
        if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads) {
            allocated = threads.getTotalThreadAllocatedBytes();
        }
        long gcs = 0;
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcs += collector.getCollectionCount();
            gcMillis += collector.getCollectionTime();
        }
        return new Counters(System.nanoTime(), requests.getAsLong(), cpu, allocated, gcs, gcMillis);
    }
}
