package dev.cobnut.lab.machine;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What does not change during a measurement.
///
/// @param commit of the sources, with `+` when anything but the recorded runs was changed;
///   `unknown` without git
/// @param serviceFlags JVM flags that the service is started with
public record Machine(
        int cores,
        String processor,
        String system,
        String jdk,
        String commit,
        List<String> serviceFlags) {

    /// Where recorded runs are kept, in the checkout.
    private static final String RECORDS = "benchmarks/history";

    public static Machine current() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty(ServiceCommand.HOME_PROPERTY, "."));
        Path flags = home.resolve("cobnut.jvmargs");
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processorName(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.vendor") + " " + Runtime.version(),
                commitOf(home),
                Files.exists(flags)
                        ? Files.readAllLines(flags).stream()
                                .filter(line -> !line.startsWith("#"))
                                .toList()
                        : List.of());
    }

    private static String processorName() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(info)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(info).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    /// What was recorded before is no change of what is measured: else only the first of two runs
    /// would have a commit.
    static String commitOf(Path home) throws IOException, InterruptedException {
        String hash = git(home, "rev-parse", "HEAD");
        String changes = git(home, "status", "--porcelain", "--", ".", ":(exclude)" + RECORDS);
        return hash.isEmpty() ? "unknown" : hash + (changes.isEmpty() ? "" : "+");
    }

    private static String git(Path home, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add("git");
        command.addAll(List.of(arguments));
        Process git;
        try {
            git =
                    new ProcessBuilder(command)
                            .directory(home.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException _) {
            return "";
        }
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return git.waitFor() == 0 ? output.trim() : "";
    }
}
