package dev.cobnut.lab.session;

import dev.cobnut.lab.report.SessionReports;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./cobnut session`: compares two variants of a service side by side.
@Command(name = "session", description = "Compares two variants of the service.")
public final class SessionCommand {

    private SessionCommand() {}

    public static CommandLine of(Subject subject) {
        return SessionReports.addCommands(
                new CommandLine(new SessionCommand()).addSubcommand(new RunCommand(subject)),
                subject.planDefaults());
    }
}
