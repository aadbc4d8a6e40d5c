package dev.cobnut.lab.session;

import dev.cobnut.lab.measurement.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Measures the runs of a session. Runs that were measured before are kept. A run that fails is
/// tried once more.
final class SessionRuns {

    private static final int TRIES = 2;

    private final RawRuns raw;
    private final RunMeasurer recorder;
    private final Progress progress;
    private final BooleanSupplier interrupted;

    /// @param interrupted true when the process is shutting down
    SessionRuns(RawRuns raw, RunMeasurer recorder, Progress progress, BooleanSupplier interrupted) {
        this.interrupted = interrupted;
        this.raw = raw;
        this.recorder = recorder;
        this.progress = progress;
    }

    /// @return all runs, in their order
    /// @throws SessionException when a run failed twice; the measurements so far are kept
    List<Run> complete(List<PlannedRun> order) throws IOException, InterruptedException {
        List<Run> runs = new ArrayList<>();
        for (PlannedRun planned : order) {
            Optional<Run> before = raw.find(planned.id());
            runs.add(before.isPresent() ? before.get() : measure(planned, runs.size()));
        }
        return List.copyOf(runs);
    }

    private Run measure(PlannedRun planned, int before) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Path folder = raw.begin(planned.id());
            progress.runBegins(planned.id());
            try {
                Run run = recorder.record(planned, folder);
                raw.complete(run);
                progress.runEnds();
                return run;
            } catch (IOException e) {
                if (interrupted.getAsBoolean()) {
                    throw new SessionException("Interrupted in run " + planned.id() + ".", e);
                }
                String sentence = String.valueOf(e.getMessage());
                progress.runFails(sentence);
                Path kept = raw.failed(planned.id(), sentence);
                if (attempt == TRIES) {
                    throw new SessionException(
                            "Run %s failed twice: %s%nIts logs are in %s. %d runs before it are kept; the same command continues with this run."
                                    .formatted(planned.id(), sentence, kept, before),
                            e);
                }
            }
        }
    }
}
