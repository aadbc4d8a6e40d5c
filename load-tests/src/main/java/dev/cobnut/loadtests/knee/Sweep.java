package dev.cobnut.loadtests.knee;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.machine.MachineReport;
import dev.cobnut.lab.machine.MachineWatch;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs the steps of a sweep. All steps share one generator, so it is as warm as the service. For
/// use by one thread.
public final class Sweep {

    /// The first part of a step, which is not measured.
    private static final Duration SETTLING = Duration.ofSeconds(2);

    private static final Duration MEASURED = Duration.ofSeconds(8);

    /// The length of a step with its overhead: Gatling's start, the last answers, the log.
    private static final Duration STEP_MAX = Duration.ofSeconds(13);

    /// The time to deliver the events of an overloaded step. Events left after it count for the
    /// next step.
    private static final Duration DRAIN_MAX = Duration.ofSeconds(10);

    private static final long DRAIN_POLL_MS = 200;

    private final LoadTarget target;
    private final SweepPlan plan;
    private final LoadSimulation simulation;
    private final Path folder;
    private final PrintStream progress;
    private final Duration settling;
    private final Duration measured;
    private @Nullable LoadProcess load;

    /// @param simulation that the plan names
    public Sweep(
            LoadTarget target,
            SweepPlan plan,
            LoadSimulation simulation,
            Path folder,
            PrintStream progress) {
        this(target, plan, simulation, folder, progress, SETTLING, MEASURED);
    }

    /// @param measured measured part of a step, in whole seconds; `settling` likewise
    public Sweep(
            LoadTarget target,
            SweepPlan plan,
            LoadSimulation simulation,
            Path folder,
            PrintStream progress,
            Duration settling,
            Duration measured) {
        this.target = target;
        this.plan = plan;
        this.simulation = simulation;
        this.folder = folder;
        this.progress = progress;
        this.settling = settling;
        this.measured = measured;
    }

    /// Runs the sweep. When the service or the generator ends during it, the result so far is kept.
    ///
    /// @throws IOException when the target lacks the counters or the generator does not start
    public Knee run() throws IOException, InterruptedException {
        target.counters();
        Instant deadline = Instant.now().plus(Knee.LENGTH_MAX);
        Files.createDirectories(folder);
        RateSearch search = new RateSearch(plan.firstPerSecond());
        List<SweepStep> steps = new ArrayList<>();
        try {
            warmUp();
            OptionalDouble next = search.next();
            while (next.isPresent() && Instant.now().plus(STEP_MAX).isBefore(deadline)) {
                SweepStep step = step(steps.size() + 1, next.getAsDouble());
                steps.add(step);
                tell(step);
                search.tried(step.perSecond(), step.failures().isEmpty());
                next = search.next();
            }
        } catch (IOException e) {
            return new Knee(
                    search.highestPassed(),
                    steps,
                    limitedBy(search, steps),
                    String.valueOf(e.getMessage()));
        } finally {
            if (load != null) {
                load.close();
            }
        }
        return new Knee(search.highestPassed(), steps, limitedBy(search, steps), null);
    }

    private void warmUp() throws IOException, InterruptedException {
        if (!plan.warmUp().isZero()) {
            progress.printf("warm-up of %s%n", WholeSeconds.text(plan.warmUp()));
            begin(
                            folder.resolve("step-00-warm-up"),
                            List.of(new Phase("warm-up", 2 * plan.firstPerSecond(), plan.warmUp())))
                    .awaitEnd();
        }
    }

    private SweepStep step(int number, double perSecond) throws IOException, InterruptedException {
        Path own = folder.resolve("step-%02d-%.0f".formatted(number, perSecond));
        List<Phase> phases =
                List.of(
                        new Phase("settling", perSecond, settling),
                        new Phase("measured", perSecond, measured));
        LoadProcess running = begin(own, phases);
        Instant from = running.startedAt().plus(settling);
        Instant to = from.plus(measured);
        Set<Long> ours = new HashSet<>(Set.of(running.pid()));
        target.pid().ifPresent(ours::add);
        MachineWatch watch = MachineWatch.start(ours);
        List<Long> pending = new ArrayList<>();
        for (Instant second = from; !second.isAfter(to); second = second.plusSeconds(1)) {
            TimeUnit.MILLISECONDS.sleep(Duration.between(Instant.now(), second).toMillis());
            Optional<String> gone = target.gone();
            if (gone.isPresent()) {
                throw new ServiceUnavailableException(gone.get());
            }
            readPending().ifPresent(pending::add);
        }
        MachineReport machine = watch.stop();
        running.awaitEnd();
        LoadLog log = LoadLog.read(own);
        Instant begin = log.begin().plus(settling);
        Instant end = begin.plus(measured);
        SweepStep step =
                SweepStep.judge(
                        log.figures(begin, end, perSecond),
                        measured,
                        log.punctuality(begin, end),
                        pending,
                        machine,
                        plan.p99MaxMs());
        drain(pending.isEmpty() ? 0 : pending.getFirst());
        return step;
    }

    /// All loads of a sweep come from one generator.
    private LoadProcess begin(Path own, List<Phase> phases)
            throws IOException, InterruptedException {
        LoadPlan next = new LoadPlan(plan.simulation(), plan.seed(), phases);
        load =
                load == null
                        ? LoadProcess.start(next, simulation, target.uri(), own)
                        : load.then(next, simulation, target.uri(), own);
        return load;
    }

    /// The undelivered events; empty when the service is too busy to answer.
    private OptionalLong readPending() {
        try {
            return OptionalLong.of(target.counters().pending());
        } catch (IOException e) {
            progress.println(e.getMessage());
            return OptionalLong.empty();
        }
    }

    private void drain(long enough) throws InterruptedException {
        Instant deadline = Instant.now().plus(DRAIN_MAX);
        while (readPending().orElse(enough) > enough && Instant.now().isBefore(deadline)) {
            TimeUnit.MILLISECONDS.sleep(DRAIN_POLL_MS);
        }
    }

    private void tell(SweepStep step) {
        progress.printf(
                "%6.0f/s  arrived %7.1f/s  p99 %5.0f ms  errors %d  pending %s  %s%n",
                step.perSecond(),
                step.load().arrivedPerSecond(),
                Objects.requireNonNull(step.load().latencyMs()).p99(),
                step.load().errors().values().stream().mapToLong(Long::longValue).sum(),
                step.pending().isEmpty() ? "not available" : step.pending().getLast(),
                step.failures().isEmpty() ? "passed" : String.join(" ", step.failures()));
    }

    private static String limitedBy(RateSearch search, List<SweepStep> steps) {
        return steps.stream()
                .filter(step -> step.perSecond() == search.lowestFailed())
                .map(step ->
                        "At %.0f requests/s: %s"
                                .formatted(
                                        step.perSecond(),
                                        String.join(
                                                " ",
                                                Stream.concat(
                                                                step.failures().stream(),
                                                                step.contamination().stream())
                                                        .toList())))
                .findFirst()
                .orElse("No step failed in the available time; the knee may be higher.");
    }
}
