package dev.cobnut.loadtests.session;

import dev.cobnut.loadtests.plan.SessionPlan;
import dev.cobnut.loadtests.plan.SessionPlan.WindowPlan;
import dev.cobnut.loadtests.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Starts variants, for the runs and for the sweep in the same way.
///
/// @param noPlugins an empty folder
record ServiceStart(SessionPlan plan, Path noPlugins) {

    private static final Duration READY_MAX = Duration.ofSeconds(90);
    private static final Duration PROFILE_MARGIN = Duration.ofMinutes(1);

    /// @param folder gets the log and the data
    ServiceProcess start(BuiltVariant variant, Path folder)
            throws IOException, InterruptedException {
        Duration longest =
                plan.windows().stream()
                        .map(WindowPlan::length)
                        .max(Duration::compareTo)
                        .orElseThrow();
        List<String> profiling =
                List.of(
                        "--cobnut.profiling.enabled=true",
                        "--cobnut.profiling.length-max=%ds"
                                .formatted(longest.plus(PROFILE_MARGIN).toSeconds()));
        return ServiceProcess.start(
                variant.command(isProfiled(variant), profiling, noPlugins),
                data(folder),
                folder.resolve("service.log"),
                READY_MAX);
    }

    /// Whether profiles are taken in its runs.
    boolean isProfiled(BuiltVariant variant) {
        return variant.plan().profile()
                && plan.windows().stream().anyMatch(window -> !window.events().isEmpty());
    }

    /// Removes the data of a service that was started there.
    static void removeData(Path folder) throws IOException {
        Folders.remove(data(folder));
    }

    private static Path data(Path folder) {
        return folder.resolve("data");
    }
}
