package dev.cobnut.loadtests.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.loadtests.service.OrderServiceSubject;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProfileCommandTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private static final Pattern FOLDER = Pattern.compile("/tmp/cobnut-profile-[^/]+");

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void aProcessThatIsNotOursIsProfiledByItsId() throws IOException, InterruptedException {
        Process busy = busy();
        Path patterns =
                Files.writeString(
                        folder.resolve("patterns.txt"),
                        "spinning\n    dev.cobnut.loadtests.profile.Busy.spin\n");
        int code =
                run(
                        "--pid",
                        Long.toString(busy.pid()),
                        "--seconds",
                        "3",
                        "--subsystems",
                        patterns.toString(),
                        "--hotspot",
                        "spinning",
                        "--out",
                        folder.toString());
        assumeThat(err()).as("attaching works here").doesNotContain("attached to", "refused");

        assertThat(code).as(err()).isZero();
        assertThat(out())
                .contains("dev.cobnut.loadtests.profile.Busy.spin")
                .contains("CPU time by ")
                .contains("Written to " + folder);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(
                            "recording.jfr",
                            "profile.json",
                            "cpu.stacks.gz",
                            "cpu.collapsed",
                            "cpu.html",
                            "cpu-heatmap.html",
                            "cpu-annotated.png",
                            "cpu-annotated.svg",
                            "cpu-annotated.html",
                            "alloc.stacks.gz",
                            "wall.stacks.gz",
                            "lock.stacks.gz");
        }
        assertThat(Files.readString(folder.resolve("cpu-annotated.svg")))
                .contains("CPU time of process " + busy.pid())
                .containsPattern("spinning [0-9.]+ % · [0-9.,]+ µs per second")
                .contains("callout spinning");
        StackTable cpu = StackTable.read(folder.resolve("cpu.stacks.gz"));
        assertThat(cpu.event()).isEqualTo(ProfileEvent.CPU);
        assertThat(Files.readAllLines(folder.resolve("cpu.collapsed")))
                .hasSize(cpu.size())
                .anyMatch(line -> line.matches(".*Busy\\.main;.*Busy\\.spin \\d+"));
        JsonNode facts =
                JsonMapper.builder()
                        .build()
                        .readTree(Files.readString(folder.resolve("profile.json")));
        assertThat(facts.path("complete").asBoolean()).isTrue();
        assertThat(facts.path("engine").asString()).isIn("perf_events", "ctimer");
        assertThat(facts.path("target").path("pid").asLong()).isEqualTo(busy.pid());
        assertThat(facts.path("commit").asString()).isEqualTo("0123abc");
        assertThat(facts.path("profiles").get(0).path("coverage").asDouble()).isBetween(0.5, 1.2);
        assertThat(busy.isAlive()).isTrue();
        assertThat(temporaryFolders(busy)).noneMatch(Files::exists).hasSize(hasProc() ? 1 : 0);
        theSameIsShownOfTheRecordingAlone(folder.resolve("recording.jfr"), patterns);
    }

    private void theSameIsShownOfTheRecordingAlone(Path recording, Path patterns)
            throws IOException {
        Path again = folder.resolve("again");
        assertThat(
                        run(
                                "--recording",
                                recording.toString(),
                                "--subsystems",
                                patterns.toString(),
                                "--hotspot",
                                "spinning",
                                "--out",
                                again.toString()))
                .as(err())
                .isZero();
        assertThat(again.resolve("recording.jfr")).hasSameBinaryContentAs(recording);
        assertThat(again.resolve("cpu.collapsed"))
                .hasSameTextualContentAs(folder.resolve("cpu.collapsed"));
        assertThat(Files.readString(again.resolve("cpu-annotated.svg")))
                .contains("callout spinning");
        twoRecordingsAreDrawnSideBySideWithoutAVerdict(recording, patterns);
        aRecordingIsWrittenForOtherTools(recording);
    }

    private void twoRecordingsAreDrawnSideBySideWithoutAVerdict(Path recording, Path patterns)
            throws IOException {
        Path compared = folder.resolve("compared");
        Path other = Files.copy(recording, folder.resolve("other.jfr"));

        assertThat(
                        run(
                                "compare",
                                recording.toString(),
                                other.toString(),
                                "--subsystems",
                                patterns.toString(),
                                "--hotspot",
                                "spinning",
                                "--out",
                                compared.toString()))
                .as(err())
                .isZero();

        assertThat(Files.readString(compared.resolve("cpu-diff.svg")))
                .contains("no verdict: one run each");
        assertThat(compared.resolve("cpu.html"))
                .content()
                .contains(
                        "no verdict: one run each",
                        "before · A: recording.jfr",
                        "after · B: other.jfr");
        assertThat(compared.resolve("cpu-comparison.png")).isNotEmptyFile();
    }

    private void aRecordingIsWrittenForOtherTools(Path recording) throws IOException {
        Path collapsed = exported(recording, "collapsed");
        assertThat(collapsed).hasSameTextualContentAs(folder.resolve("cpu.collapsed"));

        JsonNode speedscope =
                JsonMapper.shared().readTree(Files.readString(exported(recording, "speedscope")));
        JsonNode cpu = speedscope.path("profiles").get(0);
        long sum = 0;
        for (JsonNode weight : cpu.path("weights")) {
            sum += weight.asLong();
        }
        assertThat(cpu.path("name").asString()).isEqualTo("cpu");
        assertThat(cpu.path("endValue").asLong()).isPositive().isEqualTo(sum);
        assertThat(cpu.path("samples")).hasSameSizeAs(cpu.path("weights"));
        assertThat(speedscope.at("/shared/frames").toString())
                .contains("dev.cobnut.loadtests.profile.Busy.spin");

        assertThat(exported(recording, "pprof")).isNotEmptyFile();
    }

    private Path exported(Path recording, String format) {
        Path file = folder.resolve("exported." + format);
        assertThat(
                        run(
                                "export",
                                recording.toString(),
                                "--format",
                                format,
                                "--out",
                                file.toString()))
                .as(err())
                .isZero();
        return file;
    }

    @Test
    void whatCannotBeExportedOrComparedIsASentence() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jfr"), "no recording");
        String file = text.toString();
        String to = folder.resolve("x").toString();

        assertThat(run("export", file, "--format", "gprof", "--out", to)).isEqualTo(2);
        assertThat(err().strip()).contains("one of [SPEEDSCOPE, COLLAPSED, PPROF]", "'gprof'");
        err.reset();
        assertThat(run("export", file, "--format", "pprof", "--event", "disk", "--out", to))
                .isEqualTo(2);
        assertThat(err().strip()).contains("one of [CPU, ALLOC, WALL, LOCK]", "'disk'");
        err.reset();
        assertThat(run("compare", file, file, "--out", to)).isEqualTo(1);
        assertThat(err()).startsWith("The recording " + text + " cannot be read: ");
        assertThat(err().strip().lines()).hasSize(1);
    }

    @Test
    void aFileThatIsNotARecordingIsASentence() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jfr"), "no recording");

        assertThat(run("--recording", text.toString(), "--out", folder.resolve("x").toString()))
                .isEqualTo(1);
        assertThat(err()).startsWith("The recording " + text + " cannot be read: ");
        assertThat(err().strip().lines()).hasSize(1);
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @Test
    void aProcessThatEndsWhileItIsProfiledIsASentence() throws IOException, InterruptedException {
        Process busy = busy();
        Thread killer =
                Thread.ofVirtual()
                        .start(() -> {
                            await().atMost(SOON).until(() -> out().contains("Recording for"));
                            busy.destroyForcibly();
                        });
        int code =
                run(
                        "--pid",
                        Long.toString(busy.pid()),
                        "--seconds",
                        "30",
                        "--out",
                        folder.toString());
        killer.join();
        assertThat(code).isEqualTo(1);
        assertThat(err()).startsWith("The process ended while it was profiled");
        assertThat(err().strip().lines()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | Say what to profile: --pid <process id>, --target <address of a service>, or --recording <file>.",
                "--pid 1 --target http://localhost:1 | Say what to profile: --pid <process id>, --target <address of a service>, or --recording <file>.",
                "--target localhost:8080 | --target must be an address such as http://127.0.0.1:8080, not 'localhost:8080'.",
                "--pid 1 --seconds 0 | --seconds must be from 1 to 3600, not 0.",
                "--pid 1 --engine perf | Invalid value for option '--engine': expected one of [CPU, CTIMER] (case-insensitive) but was 'perf' (profile --help lists the options)",
                "--pid 1 --hotspot sqlite | --hotspot must be one of jit, gc, profiler, waiting-for-work, parking, outbox, journal, view, pipeline, dispatch, serialization, jet, hazelcast, spring, tomcat, kernel, other, not 'sqlite'.",
                "--pid 1 --events cpu,heap | Invalid value for option '--events' (<events>): expected one of [CPU, ALLOC, WALL, LOCK] (case-insensitive) but was 'heap' (profile --help lists the options)"
            })
    void whatCannotBeMeantIsASentence(String arguments, String sentence) {
        int code =
                run(
                        Stream.of(arguments.split(" ", -1))
                                .filter(word -> !word.isEmpty())
                                .toArray(String[]::new));
        assertThat(code).isEqualTo(2);
        assertThat(err().strip()).isEqualTo(sentence);
    }

    @Test
    void aMissingProcessIsASentence() throws IOException, InterruptedException {
        Process ended = busy();
        ended.destroyForcibly().waitFor();
        assertThat(run("--pid", Long.toString(ended.pid()))).isEqualTo(1);
        assertThat(err().strip()).isEqualTo("There is no process " + ended.pid() + ".");
    }

    @Test
    void aProcessThatIsNotAJvmIsLeftAlone() throws IOException {
        Process other = new ProcessBuilder("sleep", "60").start();
        processes.add(other);
        assertThat(run("--pid", Long.toString(other.pid()))).isEqualTo(1);
        assertThat(err())
                .startsWith("Process " + other.pid() + " is not a JVM that can be attached to");
        assertThat(other.isAlive()).isTrue();
    }

    @Test
    void aServiceWithoutTheProfilerIsASentenceThatNamesTheSetting() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            String target = "http://127.0.0.1:" + server.getAddress().getPort();
            assertThat(run("--target", target, "--out", folder.toString())).isEqualTo(1);
            assertThat(err().strip())
                    .isEqualTo(
                            "The service at %s/ has no profiler: start it with --cobnut.profiling.enabled=true."
                                    .formatted(target));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aMissingServiceIsASentence() throws IOException {
        String target;
        try (var free = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            target = "http://127.0.0.1:" + free.getLocalPort();
        }
        assertThat(run("--target", target, "--out", folder.toString())).isEqualTo(1);
        assertThat(err().strip()).isEqualTo("Nothing answers at " + target + "/.");
    }

    private Process busy() throws IOException {
        Process process =
                new ProcessBuilder(
                                ServiceCommand.java(),
                                "-Dcobnut.commit=0123abc",
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Busy.class.getName())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        processes.add(process);
        BufferedReader said =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(said.readLine()).isEqualTo("ready");
        return process;
    }

    private int run(String... arguments) {
        return ProfileCommand.of(new OrderServiceSubject().planDefaults())
                .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .execute(arguments);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static boolean hasProc() {
        return Files.isDirectory(Path.of("/proc/self"));
    }

    /// The folders from which a process has loaded the profiler's library; none without `/proc`.
    private static Set<Path> temporaryFolders(Process process) throws IOException {
        if (!hasProc()) {
            return Set.of();
        }
        try (Stream<String> maps = Files.lines(Path.of("/proc/" + process.pid() + "/maps"))) {
            return maps.map(FOLDER::matcher)
                    .filter(Matcher::find)
                    .map(matcher -> Path.of(matcher.group()))
                    .collect(Collectors.toSet());
        }
    }
}
