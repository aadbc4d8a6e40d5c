package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `./cobnut run` passes on to the service. A copy of the script runs beside a stand-in JDK,
/// which prints its arguments.
class RunSentencesIT {

    private static final Duration STEP_MAX = Duration.ofMinutes(2);

    @TempDir Path folder;

    @BeforeEach
    void copy() throws IOException {
        for (String name :
                List.of(
                        "cobnut",
                        "cobnut.jvmargs",
                        "order-service/launch.sh",
                        "order-service/train",
                        "docker/compose.sh",
                        "bom/publish.sh")) {
            Path copy = folder.resolve(name);
            Files.createDirectories(copy.getParent());
            Files.copy(ServiceCommand.home().resolve(name), copy);
        }
        Files.setPosixFilePermissions(
                folder.resolve("cobnut"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"99\"\n");
        for (String program : List.of("java", "javac")) {
            Path file =
                    Files.writeString(
                            folder.resolve("jdk/bin").resolve(program),
                            "#!/bin/sh\necho service: \"$@\"\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        for (String module : List.of("runtime", "framework", "web", "order-service")) {
            Files.createDirectories(folder.resolve(module).resolve("target"));
        }
        Files.createFile(folder.resolve("pom.xml"));
        // The script builds a jar that is older than its sources.
        Path jar =
                Files.createFile(
                        folder.resolve("order-service/target/cobnut-order-service-1-exec.jar"));
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    }

    /// The script once gave its own default for the folder, so that the environment's was ignored
    /// and an argument was appended to it: `./data,/var/orders`.
    @Test
    void theScriptGivesNoSettingThatItWasNotGiven() throws Exception {
        assertThat(run(Map.of("COBNUT_DATA", "/var/orders", "SERVER_PORT", "8081")).output())
                .contains("API http://127.0.0.1:8081/orders", "data /var/orders")
                .endsWith("-exec.jar\n");
        assertThat(run(Map.of(), "--cobnut.data=/var/orders").output())
                .contains("data /var/orders")
                .endsWith("-exec.jar --cobnut.data=/var/orders\n");
    }

    @Test
    void itsOwnOptionsAreSettings() throws Exception {
        assertThat(run(Map.of(), "--port", "9000", "--data=/x").output())
                .contains("API http://127.0.0.1:9000/orders", "data /x")
                .endsWith("-exec.jar --server.port=9000 --cobnut.data=/x\n");
    }

    @Test
    void anOptionWithoutItsValueIsRefused() throws Exception {
        assertThat(run(Map.of(), "--data").error()).isEqualTo("cobnut: --data needs a value.\n");
        assertThat(run(Map.of(), "--port", "x").error())
                .isEqualTo("cobnut: --port is a number, not 'x'.\n");
    }

    @Test
    void anApplicationFileMayDecideSoTheScriptDoesNotClaimToKnow() throws Exception {
        Files.createFile(folder.resolve("application.yaml"));

        assertThat(run(Map.of()).output())
                .startsWith("Settings come from the application file of this folder, too");
    }

    private Shell.Ended run(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "bash",
                                "-c",
                                "cd \"$0\" && exec ./cobnut run \"$@\"",
                                folder.toString()));
        words.addAll(List.of(arguments));
        Shell shell = new Shell(environment).with("JAVA_HOME", folder.resolve("jdk").toString());
        return shell.run(STEP_MAX, words.toArray(String[]::new));
    }
}
