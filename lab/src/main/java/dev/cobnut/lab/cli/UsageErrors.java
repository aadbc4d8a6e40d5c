package dev.cobnut.lab.cli;

import picocli.CommandLine;

/// Reports errors in command lines.
public final class UsageErrors {

    private UsageErrors() {}

    /// Reports an invalid command line as one sentence on standard error, with exit code 2.
    ///
    /// @return the same command line
    public static CommandLine asSentences(CommandLine commandLine) {
        return commandLine.setParameterExceptionHandler((wrong, _) -> {
            CommandLine command = wrong.getCommandLine();
            command.getErr()
                    .printf(
                            "%s (%s --help lists the options)%n",
                            wrong.getMessage(), command.getCommandSpec().qualifiedName(" "));
            return CommandLine.ExitCode.USAGE;
        });
    }
}
