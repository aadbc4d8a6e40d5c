package dev.cobnut.loadtests.load;

import dev.cobnut.loadtests.machine.MachineReport;
import dev.cobnut.loadtests.machine.MachineWatch;
import dev.cobnut.loadtests.service.ServiceUnavailableException;
import dev.cobnut.loadtests.simulation.LoadPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One load, watched from its first request to its last. One thread.
///
/// Once a second, counted from the first user, it reads the service's counters and the generator's
/// CPU time; phases are whole seconds, so that each begins and ends at such a sample.
final class LoadRun {

    /// Longer loads tell how they go every [#CALM_EVERY] seconds.
    private static final int LIVELY_SECONDS = 180;

    private static final int CALM_EVERY = 10;

    private final Target target;
    private final LoadPlan plan;
    private final int warmUpSeconds;
    private final Path folder;
    private final PrintStream progress;
    private final List<Sample> samples = new ArrayList<>();
    private @Nullable MachineWatch watch;
    private @Nullable String endedEarly;
    private long failedUsers;

    /// One second's look at both sides.
    ///
    /// @param counters null when they could not be read
    /// @param generatorCpu null when it was not known
    record Sample(
            Instant at, @Nullable ServiceCounters counters, @Nullable Duration generatorCpu) {}

    /// What was seen; sample `n` is from second `n`.
    ///
    /// @param bystanders of the measured time; null when it was not reached
    /// @param endedEarly why, a sentence; null when the plan was brought to its end
    record Observation(
            Instant begin,
            List<Sample> samples,
            @Nullable MachineReport bystanders,
            @Nullable String endedEarly) {}

    /// @param plan its first phase is the warm-up when there is one
    LoadRun(Target target, LoadPlan plan, int warmUpSeconds, Path folder, PrintStream progress) {
        this.target = target;
        this.plan = plan;
        this.warmUpSeconds = warmUpSeconds;
        this.folder = folder;
        this.progress = progress;
    }

    /// Leaves the log and Gatling's pages in the folder.
    ///
    /// @throws ServiceUnavailableException when the target has no counters: it is no order service
    /// @throws IOException when the load did not begin, and why
    Observation run() throws IOException, InterruptedException {
        target.counters();
        try (LoadProcess load = LoadProcess.start(plan, target.uri(), folder)) {
            Instant begin = load.startedAt();
            observe(load, begin);
            @Nullable MachineReport bystanders = watch == null ? null : watch.stop();
            try {
                load.awaitEnd();
                load.writePages();
            } catch (IOException e) {
                if (endedEarly == null) {
                    endedEarly = e.getMessage();
                }
            }
            return new Observation(begin, List.copyOf(samples), bystanders, endedEarly);
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
        samples.add(new Sample(Instant.now(), counters(), load.cpuTime().orElse(null)));
        if (watch != null) {
            watch.look();
        } else if (second == warmUpSeconds) {
            Set<Long> ours = new HashSet<>(Set.of(load.pid()));
            target.pid().ifPresent(ours::add);
            watch = MachineWatch.start(ours);
        }
    }

    /// A service that is too busy to tell is a gap in what is known of it, not the end.
    private @Nullable ServiceCounters counters() {
        try {
            return target.counters();
        } catch (IOException e) {
            progress.println(e.getMessage());
            return null;
        }
    }

    private void tell(LoadProcess load, long second, long seconds) {
        GeneratorProcess.Pulse pulse = load.pulse().orElse(new GeneratorProcess.Pulse(0, 0, 0));
        failedUsers += pulse.failedUsers();
        @Nullable ServiceCounters counters = samples.getLast().counters();
        progress.printf(
                "%5d s of %d  %-8s %6d answers/s  p99 %5d ms  failed users %d  pending %s%n",
                second,
                seconds,
                second <= warmUpSeconds ? "warm-up" : "",
                pulse.answers(),
                pulse.p99Ms(),
                failedUsers,
                counters == null ? "not available" : counters.pending());
    }
}
