package dev.cobnut.lab.session;

import dev.cobnut.lab.measurement.Run;
import java.io.IOException;
import java.nio.file.Path;

/// Measures one run.
interface RunMeasurer {

    /// @param folder of the run, empty
    /// @throws IOException when the run could not be measured; the message is a sentence
    Run record(PlannedRun run, Path folder) throws IOException, InterruptedException;
}
