package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A session of a service without any code of ours: the JDK's web server, with and without the JIT
/// compiler. [CommandSessionIT] measures such a service in each run of the tests.
@EnabledIfEnvironmentVariable(
        named = "COBNUT_TEST_THOROUGH",
        matches = "yes",
        disabledReason = "takes minutes: ./cobnut test --thorough runs it")
class AnyServiceIT {

    private static final String PLAN =
            """
            name: web-server
            title: The JDK's web server without the compiler
            question: Does a request cost more without the compiler?
            service:
              command: [java, "{jvm}", -m, jdk.httpserver, -b, 127.0.0.1, -p, "{port}", -d, "{session}/www", -o, none]
              ready: /index.html
            subsystems: parts.txt
            hotspot: handler
            variants:
              A: {title: as it is}
              B: {title: interpreted, jvm: ["-Xint"]}
            load: {simulation: GET /index.html, warmUp: 3s, steady: {max: 3s}}
            windows: [{name: steady, perSecond: 60, length: 8s, events: [cpu, alloc]}]
            repeats: 3
            """;

    @TempDir Path root;

    @Test
    void aServiceThatIsNotOursIsStartedLoadedProfiledAndCompared() throws Exception {
        Path folder = Files.createDirectories(root.resolve("docs/sessions/web-server"));
        Files.createDirectories(folder.resolve("www"));
        Files.writeString(folder.resolve("www/index.html"), "<p>A page.</p>");
        Files.writeString(folder.resolve("session.yaml"), PLAN);
        try (InputStream parts =
                Objects.requireNonNull(AnyServiceIT.class.getResourceAsStream("web-server.txt"))) {
            Files.copy(parts, folder.resolve("parts.txt"));
        }

        StringWriter said = new StringWriter();
        int code =
                SessionCommand.of(new SampleSubject())
                        .setErr(new PrintWriter(said))
                        .execute("run", folder.resolve("session.yaml").toString());

        assertThat(code).as(said.toString()).isZero();
        SessionFolder session = new SessionFolder(folder);
        for (Run run : runs(session)) {
            Run.WarmUp warmUp = Objects.requireNonNull(run.warmUp());
            assertThat(warmUp.seconds()).isGreaterThanOrEqualTo(3);
            Window window = run.windows().getFirst();
            assertThat(window.load().errors()).isEmpty();
            assertThat(Objects.requireNonNull(window.load().latencyMs()).micros()).isNotNull();
            assertThat(window.service().requests())
                    .isPositive()
                    .isEqualTo(window.load().succeeded());
            assertThat(window.service().cpuSeconds()).isPositive();
            assertThat(window.profiles()).hasSize(2);
        }
        Comparison comparison = session.comparison();
        Row cpu = comparison.windows().getFirst().figures().row(Figures.PROCESS_CPU);
        assertThat(Objects.requireNonNull(cpu.change())).isPositive();
        assertThat(session.report()).content().contains("interpreted");
    }

    private static List<Run> runs(SessionFolder session) throws IOException {
        return JsonMapper.shared()
                .readValue(Files.readString(session.runsJson()), new TypeReference<List<Run>>() {});
    }
}
