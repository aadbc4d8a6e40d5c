package dev.cobnut.loadtests;

import dev.cobnut.lab.cli.UsageErrors;
import dev.cobnut.lab.session.SessionCommand;
import dev.cobnut.lab.session.Subject;
import dev.cobnut.loadtests.capacity.CapacityCommand;
import dev.cobnut.loadtests.demo.Demo;
import dev.cobnut.loadtests.load.LoadCommand;
import dev.cobnut.loadtests.profile.ProfileCommand;
import dev.cobnut.loadtests.service.OrderServiceSubject;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Entry point of the commands of `./cobnut` that this module and the lab provide.
@Command(name = "cobnut")
public final class LoadTests {

    private LoadTests() {}

    static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        Subject subject = new OrderServiceSubject();
        return UsageErrors.asSentences(
                new CommandLine(new LoadTests())
                        .addSubcommand(new CapacityCommand())
                        .addSubcommand(new Demo())
                        .addSubcommand(new LoadCommand())
                        .addSubcommand(ProfileCommand.of(subject.planDefaults()))
                        .addSubcommand(SessionCommand.of(subject)));
    }
}
