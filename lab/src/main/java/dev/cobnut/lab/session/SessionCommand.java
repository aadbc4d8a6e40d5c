package dev.cobnut.lab.session;

import dev.cobnut.lab.cli.UsageErrors;
import dev.cobnut.lab.report.SessionReports;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./cobnut session`: compares two variants of a service side by side.
@Command(name = "session", description = "Compares two variants of the service.")
public final class SessionCommand extends SessionReports {

    private SessionCommand(Subject subject) {
        super(subject.planDefaults());
    }

    public static CommandLine of(Subject subject) {
        return UsageErrors.asSentences(
                new CommandLine(new SessionCommand(subject))
                        .addSubcommand(new RunCommand(subject)));
    }
}
