package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.session.Subject.Sustained;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the knee that window rates are shares of, once per session, in its own JVM.
record KneeSearch(ServiceStart services, RawRuns raw, Progress progress) {

    private static final double FIRST_PER_SECOND = 100;

    /// @return requests per second; null when no window needs the knee
    @Nullable Double of(BuiltVariant variant) throws IOException, InterruptedException {
        SessionPlan plan = services.plan();
        if (plan.windows().stream().allMatch(window -> window.kneeShare() == null)) {
            return null;
        }
        if (plan.load().knee() != null || plan.load().command() != null) {
            return plan.load().knee();
        }
        Optional<Sustained> before = raw.knee();
        Sustained knee = before.isPresent() ? before.get() : find(variant);
        if (!(knee.perSecond() > 0)) {
            throw new SessionException(
                    "Variant %s has no knee: it did not sustain even %.0f requests per second (%s)."
                            .formatted(variant.id(), FIRST_PER_SECOND, knee.limitedBy()));
        }
        progress.step(
                "the knee of %s is at %,.0f/s: %s"
                        .formatted(variant.id(), knee.perSecond(), knee.limitedBy()));
        return knee.perSecond();
    }

    private Sustained find(BuiltVariant variant) throws IOException, InterruptedException {
        progress.step(
                "searches for the knee of %s, which takes some minutes".formatted(variant.id()));
        Path folder = raw.folder("knee");
        Folders.remove(folder);
        Files.createDirectories(folder);
        try (ServiceProcess service = services.start(variant, folder)) {
            Sustained knee =
                    services.subject()
                            .knee(
                                    service,
                                    services.plan().load(),
                                    FIRST_PER_SECOND,
                                    folder.resolve("steps"),
                                    progress.out());
            raw.knee(knee);
            return knee;
        } finally {
            ServiceStart.removeData(folder);
        }
    }
}
