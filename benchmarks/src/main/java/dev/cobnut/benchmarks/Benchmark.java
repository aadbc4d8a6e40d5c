package dev.cobnut.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// One benchmark: a picocli command with a question. [#measure] returns a record; the rest is the
/// same for all benchmarks.
@Command(mixinStandardHelpOptions = true)
abstract class Benchmark implements Callable<Integer> {

    @Mixin private final Output output = new Output();

    /// The field `benchmark` of the report.
    abstract String name();

    /// The question that the figures answer, in one sentence.
    abstract String question();

    /// @return a record; its components are the figures
    abstract Object measure() throws IOException, InterruptedException;

    @Override
    public final Integer call() throws IOException, InterruptedException {
        output.write(BenchmarkReport.around(name(), question(), this::measure));
        return 0;
    }

    /// Progress, to standard error.
    static void say(String line, Object... arguments) {
        System.err.printf(line + "%n", arguments);
    }
}
