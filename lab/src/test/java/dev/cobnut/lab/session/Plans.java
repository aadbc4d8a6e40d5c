package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SampleDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Builds plans from a few lines.
final class Plans {

    private Plans() {}

    /// A plan with these lines after the required ones.
    static SessionPlan with(Path root, String lines) {
        try {
            Path file = root.resolve("docs/sessions/small/session.yaml");
            Files.createDirectories(file.getParent());
            return SessionPlans.read(
                    Files.writeString(
                            file,
                            """
                            name: small
                            title: Small
                            question: Does it work?
                            variants:
                              A: {title: before, plugins: [slow-sink]}
                              B: {title: after, plugins: [slow-sink]}
                            """
                                    + lines),
                    SampleDefaults.DEFAULTS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
