package dev.cobnut.lab.machine;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The properties of the machine that stay constant during a measurement.
///
/// @param commit of the sources, with `+` when files other than the recorded runs were changed;
///   `unknown` without git
/// @param serviceFlags JVM flags for the start of the service
public record Machine(
        int cores,
        String processor,
        String system,
        String jdk,
        String commit,
        List<String> serviceFlags) {

    /// The folder of recorded runs in the checkout.
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

    /// The commit of the checkout. New recorded runs do not count as changes; otherwise only the
    /// first of two runs would have a clean commit.
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
