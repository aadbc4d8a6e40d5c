package dev.cobnut.loadtests.knee;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.load.CounterNames;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The highest rate that a service sustains.
///
/// A step passes when the arrived rate is the planned rate (±2 %), at most 0.1 % of the answers are
/// errors, the p99 is within its limit, and the number of undelivered events does not grow.
///
/// @param perSecond requests per second of the highest step that passed; 0 when none passed
/// @param steps in the order in which they ran
/// @param limitedBy reason why the next higher step failed, or why there was none
/// @param endedEarly reason why the search stopped early; null when it did not
public record Knee(
        double perSecond, List<SweepStep> steps, String limitedBy, @Nullable String endedEarly) {

    /// No step begins when it could not end within this time.
    public static final Duration LENGTH_MAX = Duration.ofMinutes(3);

    /// @param counters of the service
    /// @param simulation that the plan names
    /// @param folder new or empty; receives the logs of the steps
    /// @param progress receives a line per step
    /// @throws IOException when the service or the generator is gone
    public static Knee find(
            URI target,
            CounterNames counters,
            SweepPlan plan,
            LoadSimulation simulation,
            Path folder,
            PrintStream progress)
            throws IOException, InterruptedException {
        try (LoadTarget service = LoadTarget.running(target, List.of(target), counters, false)) {
            Knee knee = new Sweep(service, plan, simulation, folder, progress).run();
            if (knee.endedEarly != null) {
                throw new ServiceUnavailableException(knee.endedEarly);
            }
            return knee;
        }
    }
}
