package dev.cobnut.loadtests;

import dev.cobnut.loadtests.capacity.CapacityCommand;
import dev.cobnut.loadtests.demo.Demo;
import dev.cobnut.loadtests.load.LoadCommand;
import dev.cobnut.loadtests.profile.ProfileCommand;
import dev.cobnut.loadtests.session.SessionCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Entry point of what `./cobnut` runs out of this module.
@Command(
        name = "cobnut",
        subcommands = {
            CapacityCommand.class,
            Demo.class,
            LoadCommand.class,
            ProfileCommand.class,
            SessionCommand.class
        })
public final class LoadTests {

    private LoadTests() {}

    static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /// What is wrong with a command line is one sentence on standard error and exit code 2.
    static CommandLine commandLine() {
        return new CommandLine(new LoadTests())
                .setParameterExceptionHandler((wrong, _) -> {
                    CommandLine command = wrong.getCommandLine();
                    command.getErr()
                            .printf(
                                    "%s (%s --help shows what there is)%n",
                                    wrong.getMessage(),
                                    command.getCommandSpec().qualifiedName(" "));
                    return CommandLine.ExitCode.USAGE;
                });
    }
}
