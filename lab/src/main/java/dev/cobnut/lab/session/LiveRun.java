package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.FinishedRecording;
import dev.cobnut.lab.capture.ProfilerClient;
import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.machine.MachineWatch;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Backlog;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.session.Schedule.Segment;
import dev.cobnut.lab.session.Schedule.TimedWindow;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A run while its service is up: generates the load and captures the windows in sequence.
final class LiveRun implements AutoCloseable {

    private static final long LOOK_MS = 200;

    /// Slowest delivery without load that is waited for; a slower one fails the run.
    private static final int DRAIN_PER_SECOND_MIN = 100;

    private static final Duration DRAIN_LEAST_MAX = Duration.ofMinutes(1);

    private final SessionPlan plan;
    private final ServiceStart services;
    private final ServiceProcess service;
    private final boolean profiled;
    private final Path folder;
    private final Progress progress;
    private final DeliveryControl delivery;
    private final ProfilerClient profiler;

    /// @param profiled true when the windows' events are captured
    /// @param folder of the run
    LiveRun(
            ServiceStart services,
            ServiceProcess service,
            boolean profiled,
            Path folder,
            Progress progress) {
        this.plan = services.plan();
        this.services = services;
        this.service = service;
        this.profiled = profiled;
        this.folder = folder;
        this.progress = progress;
        this.delivery = services.subject().delivery(service);
        this.profiler = new ProfilerClient(service.uri());
    }

    List<CapturedWindow> measure(Schedule schedule) throws IOException, InterruptedException {
        List<CapturedWindow> captured = new ArrayList<>();
        for (int i = 0; i < schedule.segments().size(); i++) {
            Segment segment = schedule.segments().get(i);
            @Nullable Backlog backlog = segment.backlog();
            if (backlog != null) {
                fill(backlog, i);
            }
            captured.addAll(load(segment, i));
            if (backlog != null && i < schedule.segments().size() - 1) {
                drain(backlog);
            }
        }
        return captured;
    }

    @Override
    public void close() {
        delivery.close();
    }

    private void fill(Backlog backlog, int index) throws IOException, InterruptedException {
        progress.step("builds up a backlog of %,d events".formatted(backlog.events()));
        @Nullable Double sink = backlog.sinkPerSecond();
        if (sink != null) {
            delivery.limit(sink);
        }
        delivery.fill(backlog.events(), Integer.toString(index + 1));
    }

    private void drain(Backlog backlog) throws IOException, InterruptedException {
        progress.step("waits until the backlog is delivered");
        if (backlog.sinkPerSecond() != null) {
            delivery.limit(0);
        }
        Duration max = DRAIN_LEAST_MAX.plusSeconds(backlog.events() / DRAIN_PER_SECOND_MIN);
        long deadline = System.nanoTime() + max.toNanos();
        for (long left = delivery.undelivered(); left > 0; left = delivery.undelivered()) {
            if (System.nanoTime() > deadline) {
                throw new SessionException(
                        "The backlog was not delivered after %s: %d events still wait."
                                .formatted(Progress.said(max), left));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private List<CapturedWindow> load(Segment segment, int index)
            throws IOException, InterruptedException {
        Path loadFolder = folder.resolve("load-" + (index + 1));
        LoadPlan loadPlan =
                new LoadPlan(
                        plan.load().simulation(), plan.load().seed() + index, segment.phases());
        List<CapturedWindow> captured = new ArrayList<>();
        try (LoadProcess load =
                LoadProcess.start(loadPlan, services.simulation(), service.uri(), loadFolder)) {
            Instant start = load.startedAt();
            Duration at = Duration.ZERO;
            for (TimedWindow timed : segment.windows()) {
                progress.step(
                        "runs %d s at %,.0f/s before window %s"
                                .formatted(
                                        timed.from().minus(at).toSeconds(),
                                        timed.perSecond(),
                                        timed.plan().name()));
                await(start.plus(timed.from()), load);
                progress.step(
                        "measures window %s, %d s"
                                .formatted(timed.plan().name(), timed.plan().length().toSeconds()));
                captured.add(capture(timed, load, loadFolder, segment.backlog() != null));
                at = timed.to();
            }
            if (segment.windows().isEmpty()) {
                progress.step("warms up for %d s".formatted(loadPlan.length().toSeconds()));
                await(start.plus(loadPlan.length()), load);
            }
            load.awaitEnd();
        }
        return captured;
    }

    /// @param held true when the delivery is released at the start of the window
    private CapturedWindow capture(
            TimedWindow timed, LoadProcess load, Path loadFolder, boolean held)
            throws IOException, InterruptedException {
        String name = timed.plan().name();
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        if (profiled) {
            events.addAll(timed.plan().events());
        }
        // The first scrape of a JVM is slow, so it is made before the measurement.
        ServiceCounters.read(service.uri(), services.subject().counters());
        MachineWatch machine = MachineWatch.start(Set.of(service.pid(), load.pid()));
        if (!events.isEmpty()) {
            profiler.start(plan.capture(), events);
        }
        Instant from = Instant.now();
        ServiceCounters before = ServiceCounters.read(service.uri(), services.subject().counters());
        if (held) {
            delivery.release();
        }
        await(from.plus(timed.plan().length()), load);
        Instant to = Instant.now();
        ServiceCounters after = ServiceCounters.read(service.uri(), services.subject().counters());
        @Nullable FinishedRecording stopped =
                events.isEmpty() ? null : profiler.stop(folder.resolve(name + ".jfr"));
        List<String> contamination = machine.stop().contamination();
        if (stopped != null && !stopped.endedBy().equals("request")) {
            throw new SessionException(
                    "The profile of window %s ended after %.0f s at the limit %s."
                            .formatted(name, stopped.seconds(), stopped.endedBy()));
        }
        return new CapturedWindow(
                timed, loadFolder, from, to, before, after, stopped, contamination);
    }

    /// @throws SessionException when the service or the load ends earlier
    private void await(Instant moment, LoadProcess load) throws IOException, InterruptedException {
        for (Duration left = Duration.between(Instant.now(), moment);
                left.isPositive();
                left = Duration.between(Instant.now(), moment)) {
            if (!service.isAlive()) {
                throw new SessionException("The service is gone.");
            }
            if (!load.isAlive()) {
                throw new SessionException(
                        "The load generator ended %d s early; its output is in %s."
                                .formatted(left.toSeconds(), folder));
            }
            TimeUnit.MILLISECONDS.sleep(Math.clamp(left.toMillis(), 1, LOOK_MS));
        }
    }
}
