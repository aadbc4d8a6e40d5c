package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.commits.BisectCommand;
import dev.cobnut.benchmarks.commits.CompareCommitsCommand;
import dev.cobnut.benchmarks.compare.CompareCommand;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.run.JmhCommand;
import dev.cobnut.benchmarks.run.RecordAllCommand;
import dev.cobnut.benchmarks.run.ResultsCommand;
import dev.cobnut.benchmarks.run.ScenariosCommand;
import dev.cobnut.benchmarks.trend.HistoryCommand;
import dev.cobnut.lab.cli.UsageErrors;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Entry point of `./cobnut bench`. Each benchmark is a subcommand. A wrong command line, name or
/// file gives one sentence on standard error and a non-zero exit code.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures the service and the runtime, and compares what was recorded.",
        subcommands = {
            OrdersBenchmark.class,
            GuardedBenchmark.class,
            BacklogBenchmark.class,
            IdleBenchmark.class,
            JournalBenchmark.class,
            LongStreamBenchmark.class,
            ListsBenchmark.class,
            StartBenchmark.class,
            ClusterBenchmark.class,
            JmhCommand.class,
            ScenariosCommand.class,
            RecordAllCommand.class,
            ResultsCommand.class,
            CompareCommand.class,
            CompareCommitsCommand.class,
            HistoryCommand.class,
            BisectCommand.class
        })
public final class Benchmarks {

    private Benchmarks() {}

    static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return UsageErrors.asSentences(new CommandLine(new Benchmarks()))
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    if (exception instanceof ServiceUnavailableException
                            || exception instanceof InvalidInputException) {
                        commandLine.getErr().println(exception.getMessage());
                        return 1;
                    }
                    throw new IllegalStateException(
                            "Failed: " + Arrays.toString(parsed.originalArgs().toArray()),
                            exception);
                });
    }
}
