package dev.cobnut.loadtests.early;

import dev.cobnut.loadtests.PluginJar;
import java.io.IOException;
import java.nio.file.Path;

/// The plug-in: a jar for the class path of the order service.
public final class EarlyAcknowledgementJar {

    private EarlyAcknowledgementJar() {}

    /// Writes the jar into a folder.
    public static Path in(Path folder) throws IOException {
        return PluginJar.in(folder, EarlyAcknowledgement.class, LateCopy.class);
    }
}
