package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.RecordedSession;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.PlanDefaults;
import java.io.IOException;
import java.nio.file.Files;
import picocli.CommandLine;

/// Writes the reports of recorded sessions and adds the commands that write and check them.
public final class SessionReports {

    private SessionReports() {}

    /// @param session the command that gets `report`, `check`, `gallery` and `resample`
    public static CommandLine addCommands(CommandLine session, PlanDefaults defaults) {
        return session.addSubcommand(new ReportCommand(defaults))
                .addSubcommand(new CheckCommand(defaults))
                .addSubcommand(new GalleryCommand())
                .addSubcommand(new ResampleCommand(defaults));
    }

    /// Writes the comparison first and reads it back: the report contains only numbers of
    /// `comparison.json`.
    public static Comparison write(SessionFolder session, PlanDefaults defaults)
            throws IOException {
        RecordedSession recorded = session.read(defaults);
        session.write(Comparison.of(recorded));
        Comparison comparison = session.comparison();
        new Pictures(recorded, comparison).write(session.pictures());
        Files.writeString(
                session.report(),
                SessionReport.of(comparison, recorded.plan(), session.resampled()));
        SessionIndex.below(session.root()).write();
        return comparison;
    }
}
