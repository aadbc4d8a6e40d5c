package dev.cobnut.benchmarks.history;

import dev.cobnut.lab.service.ServiceCommand;
import java.nio.file.Path;

/// The folder of the recorded runs.
public final class HistoryFolder {

    private HistoryFolder() {}

    /// The root of the project, which contains `./cobnut`.
    public static Path home() {
        return Path.of(System.getProperty(ServiceCommand.HOME_PROPERTY, "."));
    }

    public static Path standard() {
        return home().resolve("benchmarks/history");
    }
}
