package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.Engine;
import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.load.LoadMark;
import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.load.RunningLoad;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.machine.MachineWatch;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Backlog;
import dev.cobnut.lab.service.CompilerTime;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.session.Schedule.Segment;
import dev.cobnut.lab.session.Schedule.TimedWindow;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A run while its service is up: generates the load and captures the windows in sequence.
final class LiveRun implements AutoCloseable {

    private static final long LOOK_MS = 200;

    /// Slowest delivery without load that is waited for; a slower one fails the run.
    private static final int DRAIN_PER_SECOND_MIN = 100;

    private static final Duration DRAIN_LEAST_MAX = Duration.ofMinutes(1);

    /// How late a window may begin: the profiler of a JVM that has just started takes seconds on a
    /// busy machine.
    private static final Duration LATE_MAX = Duration.ofMinutes(1);

    /// A warm-up may last hours, and a recording of hours is large.
    private static final Duration REHEARSAL_MAX = Duration.ofMinutes(1);

    private final SessionPlan plan;
    private final ServiceStart services;
    private final ServiceProcess service;
    private final boolean profiled;
    private final Path folder;
    private final Progress progress;
    private final DeliveryControl delivery;
    private @Nullable ProfileRecorder recorder;
    private @Nullable RunningLoad load;
    private @Nullable LoadMark mark;
    private int loads;

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
    }

    /// Runs the load until the service is steady, at most for the time of the plan.
    Run.WarmUp warmUp(Schedule schedule) throws IOException, InterruptedException {
        RunningLoad warming = load(longer(schedule.warmUp(), Schedule.TAIL));
        Instant start = warming.startedAt();
        Duration least = plan.load().warmUp();
        Instant end = start;
        for (Phase phase : schedule.warmUp()) {
            end = end.plus(phase.length());
        }
        progress.step("warms up for %s or more".formatted(Progress.said(least)));
        Instant fullRate = start.plus(schedule.steadyFrom());
        rehearse(fullRate, warming);
        await(fullRate, warming);
        CompilerTime compiler = new CompilerTime(service.pid());
        var _ = compiler.share();
        SteadyState state = new SteadyState(plan.load().steady(), warming.progress());
        boolean steady = false;
        while (!steady && Instant.now().isBefore(end)) {
            Instant look = Instant.now().plusMillis(LOOK_MS);
            await(look.isBefore(end) ? look : end, warming);
            if (state.isSliceFull(warming.seconds())) {
                state.slice(warming.progress(), compiler.share());
                steady = state.isReached() && !Instant.now().isBefore(start.plus(least));
            }
        }
        double seconds = Duration.between(start, Instant.now()).toNanos() / 1e9;
        progress.step("is %ssteady after %.0f s".formatted(steady ? "" : "not ", seconds));
        return new Run.WarmUp(seconds, steady, state.slices());
    }

    /// Records for a moment and throws the recording away. Otherwise the code that records, and
    /// what it is inlined into, would be compiled in the first window.
    ///
    /// @param fullRate when the load has its full rate; the rehearsal ends then at the latest
    private void rehearse(Instant fullRate, RunningLoad warming)
            throws IOException, InterruptedException {
        if (!profiled) {
            return;
        }
        ProfileRecorder rehearsing = services.subject().recorder(service);
        recorder = rehearsing;
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        plan.windows().forEach(window -> events.addAll(window.events()));
        Instant begin = Instant.now();
        if (events.isEmpty() || !begin.isBefore(fullRate)) {
            return;
        }
        Instant longest = begin.plus(REHEARSAL_MAX);
        var _ = rehearsing.begin(plan.capture(), events, Engine.CPU); // a window says it, too
        await(longest.isBefore(fullRate) ? longest : fullRate, warming);
        Path recording = folder.resolve("rehearsal.jfr");
        ProfileRecorder.Taken taken = rehearsing.end(recording);
        Files.delete(recording);
        progress.step("rehearsed the recording for %.0f s".formatted(taken.seconds()));
    }

    /// A load that is never over before what is done under it. It is ended early.
    private static List<Phase> longer(List<Phase> phases, Duration more) {
        Phase last = phases.getLast();
        List<Phase> longer = new ArrayList<>(phases.subList(0, phases.size() - 1));
        longer.add(new Phase(last.name(), last.perSecond(), last.length().plus(more)));
        return longer;
    }

    List<CapturedWindow> measure(Schedule schedule) throws IOException, InterruptedException {
        List<CapturedWindow> captured = new ArrayList<>();
        for (int i = 0; i < schedule.segments().size(); i++) {
            Segment segment = schedule.segments().get(i);
            @Nullable Backlog backlog = segment.backlog();
            if (backlog != null) {
                fill(backlog, i);
            }
            captured.addAll(load(segment));
            if (backlog != null && i < schedule.segments().size() - 1) {
                drain(backlog);
            }
        }
        return captured;
    }

    @Override
    public void close() throws IOException {
        try {
            if (recorder != null) {
                recorder.close();
            }
        } finally {
            delivery.close();
            if (mark != null) {
                mark.close();
            }
            if (load != null) {
                load.close();
            }
        }
    }

    /// Starts a load. All loads of Gatling in a run come from one generator.
    private RunningLoad load(List<Phase> phases) throws IOException, InterruptedException {
        LoadPlan loadPlan =
                new LoadPlan(plan.load().simulation(), plan.load().seed() + loads++, phases);
        @Nullable List<String> command =
                services.loadCommand(
                        service, phases.getLast().perSecond(), loadPlan.length().toSeconds());
        RunningLoad next;
        if (command != null) {
            next = start(command, loadPlan.length());
        } else if (load instanceof LoadProcess gatling) {
            next =
                    gatling.then(
                            loadPlan,
                            services.simulation(),
                            services.subject().loaded(service),
                            loadFolder());
        } else {
            next =
                    LoadProcess.start(
                            loadPlan,
                            services.simulation(),
                            services.subject().generator(),
                            services.subject().loaded(service),
                            loadFolder());
        }
        load = next;
        return next;
    }

    private RunningLoad start(List<String> command, Duration length) throws IOException {
        if (load != null) {
            load.close();
        }
        return CommandLoad.start(
                command,
                loadFolder(),
                Objects.requireNonNull(plan.load().command()).stream()
                        .anyMatch(word -> word.contains(CommandLoad.SECONDS)),
                length,
                () -> services.subject().count(service).requests());
    }

    /// The folder of the last load.
    private Path loadFolder() {
        return folder.resolve("load-" + loads);
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

    private List<CapturedWindow> load(Segment segment) throws IOException, InterruptedException {
        List<CapturedWindow> captured = new ArrayList<>();
        boolean isCommand = plan.load().command() != null;
        RunningLoad running =
                load(isCommand ? segment.phases() : longer(segment.phases(), LATE_MAX));
        Instant start = running.startedAt();
        for (TimedWindow timed : segment.windows()) {
            // The first scrape of a JVM is slow, so it is made before the measurement.
            services.subject().count(service);
            await(start.plus(timed.from()), running);
            progress.step(
                    "measures window %s, %d s%s"
                            .formatted(
                                    timed.plan().name(),
                                    timed.plan().length().toSeconds(),
                                    plan.load().isPlanned()
                                            ? " at %,.0f/s".formatted(timed.perSecond())
                                            : ""));
            captured.add(capture(timed, running, loadFolder(), segment.backlog() != null));
        }
        if (running instanceof LoadProcess gatling) {
            await(captured.getLast().to().plus(Schedule.TAIL), running);
            gatling.stop();
        }
        running.awaitEnd();
        return captured;
    }

    /// @param held true when the delivery is released at the start of the window
    private CapturedWindow capture(
            TimedWindow timed, RunningLoad load, Path loadFolder, boolean held)
            throws IOException, InterruptedException {
        String name = timed.plan().name();
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        if (profiled) {
            events.addAll(timed.plan().events());
        }
        Set<Long> ours = new HashSet<>(load.pids());
        ours.add(service.pid());
        MachineWatch machine = MachineWatch.start(ours);
        if (!events.isEmpty()) {
            Objects.requireNonNull(recorder)
                    .begin(plan.capture(), events, Engine.CPU)
                    .ifPresent(progress::step);
        }
        Instant from = Instant.now();
        ServiceCounters before = services.subject().count(service);
        mark(timed);
        if (held) {
            delivery.release();
        }
        await(from.plus(timed.plan().length()), load);
        Instant to = Instant.now();
        ServiceCounters after = services.subject().count(service);
        Objects.requireNonNull(mark).close();
        Path recording = folder.resolve(name + ".jfr");
        ProfileRecorder.@Nullable Taken taken =
                recorder == null || events.isEmpty() ? null : recorder.end(recording);
        List<String> contamination = machine.stop().contamination();
        if (taken != null && !taken.endedBy().equals("request")) {
            throw new SessionException(
                    "The profile of window %s ended after %.0f s at the limit %s."
                            .formatted(name, taken.seconds(), taken.endedBy()));
        }
        return new CapturedWindow(
                timed,
                plan.load(),
                loadFolder,
                from,
                to,
                before,
                after,
                taken,
                recording,
                contamination);
    }

    private void mark(TimedWindow timed) {
        mark =
                LoadMark.begin(
                        "session %s, run %s, window %s"
                                .formatted(plan.name(), folder.getFileName(), timed.plan().name()),
                        plan.load().command() == null
                                ? plan.load().simulation()
                                : plan.load().command().getFirst(),
                        plan.load().isPlanned() ? timed.perSecond() : null,
                        progress::step);
    }

    /// @throws SessionException when the service or the load ends earlier
    private void await(Instant moment, RunningLoad load) throws IOException, InterruptedException {
        for (Duration left = Duration.between(Instant.now(), moment);
                left.isPositive();
                left = Duration.between(Instant.now(), moment)) {
            if (!service.isAlive()) {
                throw new SessionException("The service is gone.");
            }
            if (!load.isAlive()) {
                throw new SessionException(load.endedEarly(left.toSeconds()));
            }
            if (mark != null) {
                mark.goesOn();
            }
            TimeUnit.MILLISECONDS.sleep(Math.clamp(left.toMillis(), 1, LOOK_MS));
        }
    }
}
