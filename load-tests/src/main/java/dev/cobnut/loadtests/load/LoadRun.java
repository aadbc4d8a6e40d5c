package dev.cobnut.loadtests.load;

import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.load.LoadMark;
import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.machine.MachineReport;
import dev.cobnut.lab.machine.MachineWatch;
import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.loadtests.knee.LoadTarget;
import dev.cobnut.loadtests.simulation.OrderWorkload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs one load and observes it from its first request to its last, on one thread.
///
/// It reads the service's counters and the generator's CPU time at the beginning and end of every
/// phase, and regularly in between. A scrape costs the service about 5 ms of CPU, so at low rates
/// there are fewer scrapes than one per second.
final class LoadRun {

    /// Longer loads report their progress every [#CALM_EVERY] seconds.
    private static final int LIVELY_SECONDS = 180;

    private static final int CALM_EVERY = 10;

    /// From this rate on, a scrape per second uses less than 2 % of the service's CPU.
    private static final double SCRAPE_EVERY_SECOND_FROM = 200;

    private static final int SCRAPE_SELDOM_EVERY = 5;
    private static final int MINUTE = 60;

    private final LoadTarget target;
    private final LoadPlan plan;
    private final int warmUpSeconds;
    private final Path folder;
    private final PrintStream progress;
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable MachineWatch watch;
    private @Nullable LoadMark mark;
    private @Nullable String endedEarly;
    private long failedUsers;

    /// A sample of the service and the generator in one second.
    ///
    /// @param counters null when they were not read
    /// @param generatorCpu null when it is not known
    record Sample(
            Instant at, @Nullable ServiceCounters counters, @Nullable Duration generatorCpu) {}

    /// The observations; sample `n` is from second `n`.
    ///
    /// @param bystanders other activity in the measured time; null when the load did not reach it
    /// @param endedEarly the reason for an early end, a sentence; null when the plan was completed
    record Observation(
            List<Sample> samples,
            @Nullable MachineReport bystanders,
            @Nullable String endedEarly) {}

    /// @param plan the plan; its first phase is the warm-up, if any
    LoadRun(
            LoadTarget target,
            LoadPlan plan,
            int warmUpSeconds,
            Path folder,
            PrintStream progress) {
        this.target = target;
        this.plan = plan;
        this.warmUpSeconds = warmUpSeconds;
        this.folder = folder;
        this.progress = progress;
    }

    /// Runs the load and leaves the log and Gatling's pages in the folder.
    ///
    /// @throws ServiceUnavailableException when the target has no counters, because it is not an
    ///   order service
    /// @throws IOException when the load did not begin; the message gives the reason
    Observation run() throws IOException, InterruptedException {
        target.counters();
        try (LoadProcess load =
                LoadProcess.start(
                        plan,
                        OrderWorkload.named(plan.simulation()).simulation(),
                        target.uri(),
                        folder)) {
            Instant begin = load.startedAt();
            try {
                observe(load, begin);
            } finally {
                if (mark != null) {
                    mark.close();
                }
            }
            @Nullable MachineReport bystanders = watch == null ? null : watch.stop();
            try {
                load.awaitEnd();
                load.writePages();
            } catch (IOException e) {
                if (endedEarly == null) {
                    endedEarly = e.getMessage();
                }
            }
            return new Observation(List.copyOf(samples), bystanders, endedEarly);
        }
    }

    private void observe(LoadProcess load, Instant begin) throws IOException, InterruptedException {
        long seconds = plan.length().toSeconds();
        for (long second = 0; second <= seconds && !load.hasFailed(); second++) {
            TimeUnit.MILLISECONDS.sleep(
                    Duration.between(Instant.now(), begin.plusSeconds(second)).toMillis());
            Optional<String> gone = target.gone();
            if (gone.isPresent()) {
                endedEarly = gone.get();
                load.stop();
                return;
            }
            look(load, second);
            if (second > 0 && (seconds <= LIVELY_SECONDS || second % CALM_EVERY == 0)) {
                tell(load, second, seconds);
            }
        }
    }

    private void look(LoadProcess load, long second) throws IOException {
        samples.add(
                new Sample(
                        Instant.now(),
                        isScraped(second) ? counters() : null,
                        load.cpuTime().orElse(null)));
        if (watch != null) {
            watch.look();
            Objects.requireNonNull(mark).goesOn();
        } else if (second == warmUpSeconds) {
            Set<Long> ours = new HashSet<>(Set.of(load.pid()));
            target.pid().ifPresent(ours::add);
            watch = MachineWatch.start(ours);
            Phase measured = plan.phases().get(warmUpSeconds == 0 ? 0 : 1);
            mark =
                    LoadMark.begin(
                            "load", plan.simulation(), measured.perSecond(), progress::println);
        }
    }

    private boolean isScraped(long second) {
        double lowest = plan.phases().stream().mapToDouble(Phase::perSecond).min().orElse(0);
        long phaseEnd = 0;
        boolean isBoundary = second == 0 || (second - warmUpSeconds) % MINUTE == 0;
        for (Phase phase : plan.phases()) {
            phaseEnd += phase.length().toSeconds();
            isBoundary |= second == phaseEnd;
        }
        return isBoundary
                || lowest >= SCRAPE_EVERY_SECOND_FROM
                || second % SCRAPE_SELDOM_EVERY == 0;
    }

    /// Reads the counters. A service that is too busy to answer leaves a gap in the samples and
    /// does not end the load.
    private @Nullable ServiceCounters counters() {
        try {
            return target.counters();
        } catch (IOException e) {
            progress.println(e.getMessage());
            return null;
        }
    }

    private void tell(LoadProcess load, long second, long seconds) {
        LoadProcess.Pulse pulse = load.pulse().orElse(new LoadProcess.Pulse(0, 0, 0));
        failedUsers += pulse.failedUsers();
        String pending =
                samples.stream()
                        .map(Sample::counters)
                        .filter(Objects::nonNull)
                        .reduce((_, later) -> later)
                        .map(counters -> Long.toString(counters.pending()))
                        .orElse("not available");
        progress.printf(
                "%5d s of %d  %-8s %6d answers/s  p99 %5d ms  failed users %d  pending %s%n",
                second,
                seconds,
                second <= warmUpSeconds ? "warm-up" : "",
                pulse.answers(),
                pulse.p99Ms(),
                failedUsers,
                pending);
    }
}
