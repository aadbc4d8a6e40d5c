package dev.cobnut.benchmarks.bisect;

import dev.cobnut.benchmarks.results.TableNumbers;
import dev.cobnut.lab.statistics.Medians;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Measures a commit by a command in its checkout. The command prints the values, one per line.
/// Lines that are not numbers are ignored.
final class CommandMeter implements Bisection.Meter {

    private final Git git;
    private final List<String> command;
    private final Duration longest;
    private final Consumer<String> progress;

    /// @param longest time limit for the command, the build included; a commit that exceeds it
    ///   cannot be measured
    CommandMeter(Git git, List<String> command, Duration longest, Consumer<String> progress) {
        this.git = git;
        this.command = List.copyOf(command);
        this.longest = longest;
        this.progress = progress;
    }

    @Override
    public Optional<double[]> measure(String commit) throws IOException, InterruptedException {
        String subject = git.subject(commit);
        try (Git.Checkout checkout = git.checkOut(commit)) {
            Optional<double[]> values = measure(checkout.folder());
            progress.accept(
                    values.map(of -> subject + ": " + TableNumbers.plain(Medians.of(of)))
                            .orElse(subject + ": cannot be measured"));
            return values;
        }
    }

    private Optional<double[]> measure(Path folder) throws IOException, InterruptedException {
        Path output = Files.createTempFile("cobnut-bisect-", ".out");
        Process process = null;
        try {
            process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                            .redirectOutput(output.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)
                    || process.exitValue() != 0) {
                return Optional.empty();
            }
            double[] values = numbers(output);
            return values.length == 0 ? Optional.empty() : Optional.of(values);
        } finally {
            if (process != null) {
                end(process);
            }
            Files.delete(output);
        }
    }

    /// Ends the process and its descendants.
    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static double[] numbers(Path output) {
        List<Double> numbers = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(output)) {
                try {
                    double value = Double.parseDouble(line.strip());
                    if (Double.isFinite(value) && value > 0) {
                        numbers.add(value);
                    }
                } catch (NumberFormatException _) {
                    // output of the build between the numbers
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
