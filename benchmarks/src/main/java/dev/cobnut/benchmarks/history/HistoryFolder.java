package dev.cobnut.benchmarks.history;

import dev.cobnut.lab.service.ServiceCommand;
import java.nio.file.Path;

/// Where the project keeps what was measured.
public final class HistoryFolder {

    private HistoryFolder() {}

    /// The root of the project: where `./cobnut` lies.
    public static Path home() {
        return Path.of(System.getProperty(ServiceCommand.HOME_PROPERTY, "."));
    }

    public static Path standard() {
        return home().resolve("benchmarks/history");
    }
}
