package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.Thorough;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.loadtests.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Runs a small session in containers: both variants as images, and the load from its container.
@Thorough
class ComposedSessionIT {

    private static final Duration SESSION_MAX = Duration.ofMinutes(20);

    private static final String PLAN =
            """
            name: boxed
            title: The pace of the outbox, in containers
            question: What does another pace cost?
            variants:
              A: {title: as shipped, plugins: [slow-sink]}
              B: {title: 20 ms, arguments: ["--cobnut.outbox.pace=20ms"]}
            load: {simulation: place, warmUp: 4s, steady: {max: 4s}}
            windows: [{name: steady, perSecond: 20, length: 5s, events: [cpu]}]
            repeats: 3
            """;

    @TempDir Path root;

    private @Nullable Stack stack;

    @AfterEach
    void remove() throws Exception {
        if (stack != null) {
            stack.close();
        }
    }

    @Test
    void bothVariantsAndTheLoadRunUnderTheLimitsOfTheComposeFile() throws Exception {
        Stack.needsServiceImage();
        Stack project = Stack.of("session", null);
        stack = project;
        SessionFolder session =
                new SessionFolder(Files.createDirectories(root.resolve("docs/sessions/boxed")));
        Path plan = session.folder().resolve("session.yaml");
        Files.writeString(plan, PLAN);

        Shell.Ended ended =
                project.shell()
                        .run(
                                SESSION_MAX,
                                "./cobnut",
                                "session",
                                "run",
                                "--compose",
                                plan.toString());

        assertThat(ended.code()).as(ended.both()).isZero();
        List<Run> runs =
                JsonMapper.shared()
                        .readValue(
                                Files.readString(session.runsJson()),
                                new TypeReference<List<Run>>() {});
        assertThat(runs).hasSize(6);
        for (Run run : runs) {
            Run.Containers limits = Objects.requireNonNull(run.host().containers());
            assertThat(limits.service().cpus()).isEqualTo(Double.parseDouble(Stack.processors()));
            assertThat(limits.service().memoryBytes()).isEqualTo(1L << 30);
            assertThat(limits.load().memoryBytes()).isEqualTo(1500L << 20);
            Window window = run.windows().getFirst();
            assertThat(window.load().errors()).as(run.id()).isEmpty();
            assertThat(window.load().succeeded()).isPositive();
            assertThat(window.service().requests()).isPositive();
            assertThat(window.service().cpuSeconds()).isPositive();
            assertThat(window.profiles())
                    .singleElement()
                    .satisfies(profile -> {
                        assertThat(profile.event()).isEqualTo(ProfileEvent.CPU);
                        assertThat(profile.samples()).isPositive();
                    });
        }
        assertThat(session.report())
                .content()
                .contains(
                        "Measured in containers: the service with %s processors and 1024 MiB, the load with %s processors and 1500 MiB."
                                .formatted(Stack.processors(), Stack.processors()));
        String own = "label=com.docker.compose.project=" + project.project() + "-session-boxed";
        assertThat(project.docker("ps", "-a", "-q", "--filter", own)).isBlank();
        assertThat(project.docker("volume", "ls", "-q", "--filter", own)).isBlank();
    }
}
