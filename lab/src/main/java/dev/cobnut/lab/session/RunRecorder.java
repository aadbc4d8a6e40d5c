package dev.cobnut.lab.session;

import dev.cobnut.lab.machine.Machine;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Measures one run: a fresh JVM with an empty data folder, its load, and all windows.
///
/// @param variants by id
/// @param machine that runs all of it
/// @param keepRecordings false to delete the recordings after reading them
record RunRecorder(
        ServiceStart services,
        Map<String, BuiltVariant> variants,
        Schedule schedule,
        Machine machine,
        boolean keepRecordings,
        Progress progress)
        implements RunMeasurer {

    private record Measured(Run.WarmUp warmUp, List<CapturedWindow> windows) {}

    @Override
    public Run record(PlannedRun run, Path folder) throws IOException, InterruptedException {
        BuiltVariant variant = Objects.requireNonNull(variants.get(run.variant()));
        boolean profiled = services.isProfiled(variant);
        Instant startedAt = Instant.now();
        Measured measured;
        long startToReadyMs;
        try (ServiceProcess service = services.start(variant, folder)) {
            startToReadyMs = service.startToReady().toMillis();
            measured = measure(service, profiled, folder);
        } finally {
            ServiceStart.removeData(folder);
        }
        progress.step("reads the captured data");
        List<Window> windows = new ArrayList<>();
        for (CapturedWindow window : measured.windows) {
            windows.add(window.read(folder, run.id(), keepRecordings));
        }
        return new Run(
                run.id(),
                run.variant(),
                startedAt,
                variant.commit(),
                services.jvmFlags(variant),
                variant.plan().arguments(),
                variant.plan().plugins(),
                services.subject().host(machine),
                startToReadyMs,
                measured.warmUp,
                windows);
    }

    /// Measures the windows. When the service died, that is reported as the cause of any later
    /// failure.
    private Measured measure(ServiceProcess service, boolean profiled, Path folder)
            throws IOException, InterruptedException {
        try (LiveRun live = new LiveRun(services, service, profiled, folder, progress)) {
            return new Measured(live.warmUp(schedule), live.measure(schedule));
        } catch (IOException e) {
            if (service.isAlive()) {
                throw e;
            }
            throw new SessionException(
                    "The service died during the run; the end of its log:\n" + service.logTail(),
                    e);
        }
    }
}
