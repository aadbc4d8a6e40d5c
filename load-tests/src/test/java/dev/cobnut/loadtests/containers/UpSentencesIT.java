package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The messages of `./cobnut up` when it cannot work. The test needs no Docker: stand-in programs
/// answer as an old or a stopped Docker does.
class UpSentencesIT {

    private static final Duration STEP_MAX = Duration.ofMinutes(2);

    @TempDir Path folder;

    @Test
    void anEngineThatDoesNotAnswer() throws Exception {
        docker(
                """
                echo 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?' >&2
                exit 1
                """);

        assertThat(up())
                .isEqualTo(
                        "cobnut: no Docker engine answers: start it (and see that you may use it), then try again. Docker says: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n");
    }

    @Test
    void anEngineThatIsTooOld() throws Exception {
        docker("echo 20.10.24+dfsg1");

        assertThat(up())
                .isEqualTo("cobnut: the Docker engine is 20.10.24+dfsg1; 25 or newer is needed.\n");
    }

    @Test
    void composeThatIsMissingOrTooOld() throws Exception {
        docker("[ \"$1\" = version ] && echo 27.5.1");
        assertThat(up()).startsWith("cobnut: Docker has no Compose plugin: install ");

        docker("[ \"$1\" = version ] && echo 27.5.1 || echo v2.17.2");
        assertThat(up()).isEqualTo("cobnut: Docker Compose is 2.17.2; 2.24 or newer is needed.\n");
    }

    @Test
    void aProfileThatThereIsNot() throws Exception {
        Shell.Ended ended = new Shell(Map.of()).run(STEP_MAX, "./cobnut", "up", "everything");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.error()).contains("not 'everything'");
    }

    @Test
    void aLoadSessionThatIsToldWhatItKnows() throws Exception {
        Shell.Ended ended =
                new Shell(Map.of())
                        .run(STEP_MAX, "./cobnut", "load", "--compose", "--target=http://x");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.error())
                .isEqualTo(
                        "cobnut: with --compose the target and the folder are known: leave --target away.\n");
    }

    /// Everything on standard error; the exit code must be 1.
    private String up() throws IOException, InterruptedException {
        Shell.Ended ended =
                new Shell(Map.of("PATH", folder + ":" + System.getenv("PATH")))
                        .run(STEP_MAX, "./cobnut", "up");
        assertThat(ended.code()).as(ended.both()).isEqualTo(1);
        return ended.error();
    }

    private void docker(String script) throws IOException {
        Path docker = Files.writeString(folder.resolve("docker"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
