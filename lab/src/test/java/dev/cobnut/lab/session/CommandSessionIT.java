package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Sessions whose load is a command: the service counts its answers, and nobody knows their
/// latency.
class CommandSessionIT {

    private static final String PLAN =
            """
            name: counting
            title: A service that counts, with more work
            question: Does a request cost more with work of 50 ms?
            service:
              command: [@JAVA@, "{jvm}", -cp, "{session}", Counting, "{port}"]
              requests: {page: /metrics, counter: answers_total}
            subsystems: parts.txt
            hotspot: handler
            variants:
              A: {title: as it is}
              B: {title: with work, jvm: ["-Dwork.millis=50"]}
            load: {command: @COMMAND@, warmUp: 1s, steady: {max: 1s}}
            windows: [{name: steady, length: 4s, events: [cpu]}]
            repeats: 3
            """;

    @TempDir Path root;

    @Test
    void aCommandLoadsAServiceThatCountsItsRequests() throws Exception {
        SessionFolder session = folder("[@JAVA@, -cp, '{session}', Asking, '{url}', '{seconds}']");

        assertThat(execute(session)).contains("report: ");

        for (Run run : runs(session)) {
            Window window = run.windows().getFirst();
            assertThat(window.load().latencyMs()).isNull();
            assertThat(window.load().plannedPerSecond()).isNull();
            assertThat(window.load().succeeded()).isPositive();
            assertThat(window.service().requests()).isEqualTo(window.load().succeeded());
            Path load = session.raw().resolve(run.id()).resolve("load-2");
            assertThat(load.resolve("command.log")).content().startsWith("answers: ");
            assertThat(load.resolve("command.json")).content().contains("\"exitCode\" : 0");
        }
        Row cpu = session.comparison().windows().getFirst().figures().row(Figures.PROCESS_CPU);
        assertThat(Objects.requireNonNull(cpu.change())).isPositive();
        assertThat(session.report())
                .content()
                .contains("latency p50 | – | – | – | – | not measured");
    }

    @Test
    void aCommandThatEndsEarlyIsOneSentenceAndItsLogsAreKept() throws Exception {
        SessionFolder session = folder("[sh, -c, 'echo refused {url}; exit 4']");

        assertThat(execute(session))
                .contains("Run 01-A failed twice: The load command ended ")
                .contains(" s early with code 4 (the word {seconds} tells it how long to run)")
                .contains("refused http://127.0.0.1:");
        assertThat(session.raw().resolve("01-A-failed-2/load-1/command.log"))
                .content()
                .startsWith("refused ");
        assertThat(session.raw().resolve("01-A-failed-2/service.log")).exists();
    }

    @Test
    void aCommandThatDoesNotExistAndOneThatDoesNotReachTheServiceAreOneSentence() throws Exception {
        assertThat(execute(folder("[no-such-load, '{url}']")))
                .contains("Run 01-A failed twice: The load command cannot be run: ")
                .contains("no-such-load");
        assertThat(execute(folder("[sh, -c, 'sleep 100 # {port}']")))
                .contains(
                        "Run 01-A failed twice: The service counted no request in window steady: the load command did not reach it, or service.requests names another counter.");
    }

    private SessionFolder folder(String command) throws IOException {
        Path folder = Files.createDirectories(root.resolve("docs/sessions/counting"));
        Files.writeString(
                folder.resolve("session.yaml"),
                PLAN.replace("@COMMAND@", command.replace('\'', '"'))
                        .replace("@JAVA@", ServiceCommand.java()));
        for (String name : List.of("Counting.java", "Asking.java")) {
            copy(name + ".txt", folder.resolve(name));
            compile(folder.resolve(name));
        }
        copy("web-server.txt", folder.resolve("parts.txt"));
        return new SessionFolder(folder);
    }

    private static void copy(String resource, Path file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CommandSessionIT.class.getResourceAsStream(resource))) {
            Files.write(file, in.readAllBytes());
        }
    }

    /// A load that a slow machine would have to compile first would begin after the window.
    private static void compile(Path source) {
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();
    }

    /// What the command said.
    private static String execute(SessionFolder session) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(both);
            System.setErr(both);
            SessionCommand.of(new SampleSubject())
                    .execute("run", "--fresh", session.folder() + "/session.yaml");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private static List<Run> runs(SessionFolder session) throws IOException {
        return JsonMapper.shared()
                .readValue(Files.readString(session.runsJson()), new TypeReference<List<Run>>() {});
    }
}
