package dev.cobnut.loadtests.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/// The highest rate that a service keeps up with.
///
/// @param perSecond requests; 0 when not even the first step passed
/// @param steps in the order in which they were run
/// @param limitedBy why the next higher step failed, a sentence; or that none was tried
@SuppressWarnings("DoNotCallSuggester")
public record Knee(double perSecond, List<SweepStep> steps, String limitedBy) {

    /// @param folder for the logs of the steps
    public static Knee find(URI target, SweepPlan plan, Path folder)
            throws IOException, InterruptedException {
        throw new UnsupportedOperationException("" + target + plan + folder);
    }
}
