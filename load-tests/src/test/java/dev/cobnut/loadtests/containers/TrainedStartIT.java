package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.Shell;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cache with which `./cobnut run` starts the service faster (`order-service/launch.sh`). The
/// scripts run in a folder of their own, with the real jar.
class TrainedStartIT {

    private static final Duration STEP_MAX = Duration.ofMinutes(4);

    @TempDir Path folder;

    private Path trained;

    @BeforeEach
    void copy() throws IOException {
        Path jar = Needs.serviceJar();
        Path target = folder.resolve("order-service/target");
        trained = target.resolve("trained");
        Files.createDirectories(target);
        Files.copy(jar, target.resolve(jar.getFileName()));
        for (String name :
                List.of("cobnut.jvmargs", "order-service/launch.sh", "order-service/train")) {
            Files.copy(
                    ServiceCommand.home().resolve(name),
                    folder.resolve(name),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /// The settings of the environment would stop the training: it has its own.
    @Test
    void aServiceIsTrainedOnceAndStartsWithTheCacheUntilSomethingElseIsBuilt() throws Exception {
        Map<String, String> environment =
                Map.of("COBNUT_JOURNAL_TYPE", "nonsense", "SERVER_PORT", "1");
        Shell.Ended first = launchWords(environment);
        assertThat(first.error()).contains("Starting the order service once");
        assertThat(first.output())
                .contains("-XX:AOTCache=" + trained.resolve("cobnut.aot"))
                .contains("-jar " + trained);
        Shell.Ended second = launchWords(Map.of(), "-Xmx600m");
        assertThat(second.error()).isEmpty();
        assertThat(second.output()).contains("-Xmx600m -jar " + trained);

        Path output = folder.resolve("service.log");
        ServiceCommand command =
                new ServiceCommand(
                        List.of(second.output().strip().split(" ")), OrderServiceCommand.CONTRACT);
        try (ServiceProcess service =
                ServiceProcess.start(command, folder.resolve("data"), output, STEP_MAX)) {
            assertThat(service.isAlive()).isTrue();
        }
        assertThat(output).content().doesNotContain("[aot]");

        Files.writeString(folder.resolve("cobnut.jvmargs"), "-Xmx600m\n");
        Files.writeString(folder.resolve("order-service/train"), "exit 1"); // asked is enough
        assertThat(launchWords(Map.of()).error()).contains("Starting the order service once");
    }

    @Test
    void aTrainingThatFailsIsSaidOnceAndTheServiceStartsWithoutIt() throws Exception {
        Files.writeString(folder.resolve("cobnut.jvmargs"), "-XX:NoSuchFlag=1");

        Shell.Ended first = launchWords(Map.of());

        assertThat(first.error())
                .contains(
                        "train: the service ended",
                        "cobnut: there is no cache for a faster start; the service starts without it.");
        assertThat(first.output()).doesNotContain("AOTCache").endsWith("-exec.jar\n");
        assertThat(launchWords(Map.of()).error()).isEmpty();
    }

    private Shell.Ended launchWords(Map<String, String> environment, String... flags)
            throws IOException, InterruptedException {
        String script =
                """
                set -euo pipefail
                root=$0
                export JAVA_HOME=%s
                training_orders=20
                service_jar() { ls "$root"/order-service/target/*-exec.jar; }
                source "$root/order-service/launch.sh"
                launch_words "$@"
                echo "${launch[@]}"
                """
                        .formatted(System.getProperty("java.home"));
        String[] words = new String[4 + flags.length];
        words[0] = "bash";
        words[1] = "-c";
        words[2] = script;
        words[3] = folder.toString();
        System.arraycopy(flags, 0, words, 4, flags.length);
        Shell.Ended ended = new Shell(environment).run(STEP_MAX, words);
        assertThat(ended.code()).as(ended.both()).isZero();
        return ended;
    }
}
