package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.cli.UsageException;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.stacks.Subsystems;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that choose what pictures mark.
final class MarkedSubsystem {

    @Option(
            names = "--hotspot",
            description = "Subsystem that the pictures mark with boxes (this service's hotspot).")
    private @Nullable String hotspot;

    @Option(names = "--subsystems", description = "File of patterns (this service's patterns).")
    private @Nullable Path subsystems;

    ProfilePictures pictures(PlanDefaults defaults) throws IOException {
        Subsystems known = subsystems == null ? defaults.subsystems() : Subsystems.read(subsystems);
        String marked = hotspot == null ? defaults.hotspot() : hotspot;
        if (!known.names().contains(marked)) {
            throw new UsageException(
                    "--hotspot must be one of %s, not '%s'."
                            .formatted(String.join(", ", known.names()), marked));
        }
        return new ProfilePictures(known, marked);
    }
}
