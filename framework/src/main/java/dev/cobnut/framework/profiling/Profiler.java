package dev.cobnut.framework.profiling;

import com.sun.management.OperatingSystemMXBean;
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

/// Starts and stops recordings of this process, one at a time. Any thread.
///
/// While one runs, a thread looks once a second whether a limit is reached, and ends it then.
public final class Profiler implements AutoCloseable {

    /// What became of an order to start.
    public sealed interface Start {
        record Begun(Status status) implements Start {}

        /// Nothing was started.
        record Refused(String sentence) implements Start {}
    }

    /// What became of an order to stop.
    public sealed interface Stop {
        record Ended(Facts facts) implements Stop {}

        /// Nothing was stopped.
        record Refused(String sentence) implements Stop {}
    }

    /// @param state `idle` or `running`
    /// @param file that is written
    /// @param sampling what was asked for
    /// @param engine of CPU time, as found in use: `perf_events` or `ctimer`; null without CPU
    /// @param notice what is not as it was asked for
    /// @param last what ended last
    public record Status(
            String state,
            @Nullable Instant since,
            @Nullable String file,
            @Nullable Sampling sampling,
            @Nullable String engine,
            @Nullable String notice,
            @Nullable Facts last) {}

    private static final System.Logger LOG = System.getLogger(Profiler.class.getName());

    /// A finished part of the file can be read even when the process dies in the next.
    private static final Duration CHUNK = Duration.ofSeconds(30);

    private static final long LOOK_MS = 1_000;

    private final ProfilerSettings settings;
    private final RecordingFolder folder;
    private final LongSupplier requests;
    private final InstantSource clock;
    private final Object lock = new Object();
    private @Nullable Running running;
    private @Nullable Facts last;

    private record Counters(long nanoTime, long requests, long cpuNanos, long gcs, long gcMillis) {}

    private record Running(
            Path file,
            Instant since,
            Sampling sampling,
            @Nullable String engine,
            @Nullable String notice,
            Counters atStart) {}

    /// @param requests answered so far
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
    /// @param name as a caller says it
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
                return new Start.Refused("The profiler does not start: " + e.getMessage() + ".");
            }
            running = begun(file, sampling);
            Running begun = running;
            Thread.ofPlatform().name("profiler-watch").daemon().start(() -> watch(begun));
            return new Start.Begun(status());
        }
    }

    /// Ends the recording; its file is complete then.
    public Stop stop() {
        synchronized (lock) {
            if (running == null) {
                return new Stop.Refused(
                        last == null || last.endedBy().equals("request")
                                ? "No recording is running."
                                : "No recording is running: %s was ended by the limit %s after %.0f s."
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

    private Running begun(Path file, Sampling sampling) {
        String engine = sampling.cpu() == null ? null : PerfEvents.engineInUse();
        boolean refused =
                engine != null
                        && sampling.engine() == Sampling.CpuEngine.CPU
                        && !engine.equals(PerfEvents.ENGINE);
        return new Running(
                file,
                clock.instant(),
                sampling,
                engine,
                refused ? PerfEvents.notPermitted() : null,
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
                        now.gcs - before.gcs,
                        now.gcMillis - before.gcMillis,
                        endedBy);
        try {
            Library.execute("stop");
            last = facts; // only what ended in order may be fetched as a whole recording
            return new Stop.Ended(facts);
        } catch (IOException e) {
            return new Stop.Refused(
                    "The recording was not ended in order: " + e.getMessage() + ".");
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
                        lock.wait(Math.clamp(TimeUnit.NANOSECONDS.toMillis(left), 1, LOOK_MS));
                    }
                }
            } catch (InterruptedException _) {
                endByLimit(watched, "shutdown");
            }
        }
    }

    private void endByLimit(Running ending, String limit) {
        Stop stop = end(ending, limit);
        LOG.log(Level.WARNING, "The recording ended by itself ({0}): {1}", limit, stop);
    }

    /// A file that cannot be looked at is not too large.
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
        long gcs = 0;
        long gcMillis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcs += collector.getCollectionCount();
            gcMillis += collector.getCollectionTime();
        }
        return new Counters(System.nanoTime(), requests.getAsLong(), cpu, gcs, gcMillis);
    }
}
