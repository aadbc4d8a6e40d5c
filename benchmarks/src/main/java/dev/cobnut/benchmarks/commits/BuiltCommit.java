package dev.cobnut.benchmarks.commits;

import dev.cobnut.benchmarks.statistics.Medians;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/// A commit in a checkout of its own. Commands in it measure the commit; the first one builds it.
final class BuiltCommit implements Bisection.Probe {

    private final Git.Checkout checkout;
    private final List<String> command;
    private final Duration longest;

    /// @param command prints the values of one round, one per line
    /// @param longest time limit for a command; a commit that exceeds it cannot be measured
    BuiltCommit(Git.Checkout checkout, List<String> command, Duration longest) {
        this.checkout = checkout;
        this.command = List.copyOf(command);
        this.longest = longest;
    }

    @Override
    public OptionalDouble measure() throws IOException, InterruptedException {
        double[] numbers =
                run(command).orElse(List.of()).stream()
                        .mapToDouble(BuiltCommit::number)
                        .filter(value -> Double.isFinite(value) && value > 0)
                        .toArray();
        return numbers.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Medians.of(numbers));
    }

    /// NaN for other output, such as that of the build.
    private static double number(String line) {
        try {
            return Double.parseDouble(line.strip());
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    /// Runs a command in the checkout.
    ///
    /// @return the lines of its output; empty when it failed or took too long
    Optional<List<String>> run(List<String> words) throws IOException, InterruptedException {
        Path output = Files.createTempFile("cobnut-commit-", ".out");
        Process process = null;
        try {
            process =
                    new ProcessBuilder(words)
                            .directory(checkout.folder().toFile())
                            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                            .redirectOutput(output.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)
                            && process.exitValue() == 0
                    ? Optional.of(Files.readAllLines(output))
                    : Optional.empty();
        } finally {
            if (process != null) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            Files.delete(output);
        }
    }

    @Override
    public void close() throws IOException {
        checkout.close();
    }
}
