package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The highest rate that a service keeps up with.
///
/// A step passes when what arrives is what is planned (±2 %), at most 0.1 % are errors, the p99 is
/// within its limit, and the undelivered events do not grow.
///
/// @param perSecond requests of the highest step that passed; 0 when none did
/// @param steps in the order in which they were run
/// @param limitedBy why the next higher step failed, or why there was none
/// @param endedEarly why the search was not brought to its end; null when it was
public record Knee(
        double perSecond, List<SweepStep> steps, String limitedBy, @Nullable String endedEarly) {

    /// No further step begins when it could not end within that time.
    public static final Duration LENGTH_MAX = Duration.ofMinutes(3);

    /// @param counters of the service
    /// @param simulation that the plan names
    /// @param folder new or empty; gets the logs of the steps
    /// @param progress gets a line for each step
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
