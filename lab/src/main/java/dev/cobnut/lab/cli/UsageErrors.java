package dev.cobnut.lab.cli;

import java.io.IOException;
import picocli.CommandLine;

/// Reports the errors of commands.
public final class UsageErrors {

    private UsageErrors() {}

    /// Reports an invalid command line, and the [IOException] of a command, as one sentence on
    /// standard error. The exit code is 2, or that of the command when it failed for another reason
    /// than a [UsageException].
    ///
    /// @return the same command line
    public static CommandLine asSentences(CommandLine commandLine) {
        return commandLine
                .setParameterExceptionHandler((wrong, _) -> {
                    CommandLine command = wrong.getCommandLine();
                    command.getErr()
                            .printf(
                                    "%s (%s --help lists the options)%n",
                                    wrong.getMessage(),
                                    command.getCommandSpec().qualifiedName(" "));
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, _) -> {
                    if (!(failure instanceof IOException)) {
                        throw failure;
                    }
                    command.getErr().println(failure.getMessage());
                    return failure instanceof UsageException
                            ? CommandLine.ExitCode.USAGE
                            : command.getCommandSpec().exitCodeOnExecutionException();
                });
    }
}
