package dev.cobnut.lab.session;

import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.report.CheckCommand;
import dev.cobnut.lab.report.GalleryCommand;
import dev.cobnut.lab.report.ReportCommand;
import dev.cobnut.lab.report.ResampleCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./cobnut session`: two variants of a service, measured side by side.
@Command(name = "session", description = "Compares two variants of the service.")
public final class SessionCommand {

    private SessionCommand() {}

    public static CommandLine of(Subject subject) {
        PlanDefaults defaults = subject.planDefaults();
        return new CommandLine(new SessionCommand())
                .addSubcommand(new RunCommand(subject))
                .addSubcommand(new ReportCommand(defaults))
                .addSubcommand(new CheckCommand(defaults))
                .addSubcommand(new GalleryCommand())
                .addSubcommand(new ResampleCommand(defaults));
    }
}
