package dev.cobnut.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// One benchmark: a picocli command of its own with a question. [#measure] yields a record; the
/// rest is the same for all.
@Command(mixinStandardHelpOptions = true)
abstract class Benchmark implements Callable<Integer> {

    @Mixin private final Output output = new Output();

    /// Stands in the report as `benchmark`.
    abstract String name();

    /// What the figures answer, in one sentence.
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
