package dev.cobnut.benchmarks;

import dev.cobnut.loadtests.service.ServiceUnavailableException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Entry point of `./cobnut bench`. A further benchmark is one more subcommand here.
@Command(
        name = "bench",
        subcommands = {
            OrdersBenchmark.class,
            BacklogBenchmark.class,
            IdleBenchmark.class,
            JournalBenchmark.class,
            StartBenchmark.class
        })
public final class Benchmarks {

    private Benchmarks() {}

    static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Benchmarks())
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    if (exception instanceof ServiceUnavailableException) {
                        commandLine.getErr().println(exception.getMessage());
                        return 1;
                    }
                    throw new IllegalStateException(
                            "Failed: " + Arrays.toString(parsed.originalArgs().toArray()),
                            exception);
                });
    }
}
