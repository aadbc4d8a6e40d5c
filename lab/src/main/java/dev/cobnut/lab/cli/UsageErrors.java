package dev.cobnut.lab.cli;

import picocli.CommandLine;

/// How a command line that cannot be understood is refused.
public final class UsageErrors {

    private UsageErrors() {}

    /// What is wrong with the words is one sentence on standard error and exit code 2.
    ///
    /// @return the same command line
    public static CommandLine asSentences(CommandLine commandLine) {
        return commandLine.setParameterExceptionHandler((wrong, _) -> {
            CommandLine command = wrong.getCommandLine();
            command.getErr()
                    .printf(
                            "%s (%s --help shows what there is)%n",
                            wrong.getMessage(), command.getCommandSpec().qualifiedName(" "));
            return CommandLine.ExitCode.USAGE;
        });
    }
}
