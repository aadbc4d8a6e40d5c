package dev.cobnut.lab.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A container that a command of Docker runs in the foreground. A signal to that command does not
/// reach it.
///
/// @param name of the container
public record Container(String name) {

    private static final Duration COMMAND_MAX = Duration.ofMinutes(2);

    /// Its first process, as this machine sees it.
    ///
    /// @throws ServiceUnavailableException when the engine runs elsewhere, or the container is gone
    public ProcessHandle process() throws IOException, InterruptedException {
        String said = docker("inspect", "-f", "{{.State.Pid}} {{.Id}}", name);
        String[] words = said.strip().split(" ", -1);
        Path groups = Path.of("/proc", words[0], "cgroup");
        if (words.length == 2
                && Files.isReadable(groups)
                && Files.readString(groups).contains(words[1])) {
            return ProcessHandle.of(Long.parseLong(words[0])).orElseThrow(() -> gone(said));
        }
        throw gone(said);
    }

    private ServiceUnavailableException gone(String said) {
        return new ServiceUnavailableException(
                "The process of container %s is not one of this machine: the engine must run on this machine's own kernel, and the container must live. Docker says: %s"
                        .formatted(name, said.strip()));
    }

    /// Sends SIGTERM, and SIGKILL when it did not end within the time.
    public void stop(Duration max) throws IOException, InterruptedException {
        docker("stop", "--time", Long.toString(max.toSeconds()), name);
    }

    /// Removes it with its unnamed volumes, also while it runs.
    public void remove() throws IOException, InterruptedException {
        docker("rm", "--force", "--volumes", name);
    }

    /// @return what Docker said, errors included
    private static String docker(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("docker"));
        all.addAll(List.of(words));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        process.onExit()
                .orTimeout(COMMAND_MAX.toSeconds(), TimeUnit.SECONDS)
                .exceptionally(_ -> process.destroyForcibly());
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
