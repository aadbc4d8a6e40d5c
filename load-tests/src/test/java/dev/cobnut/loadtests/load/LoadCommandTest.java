package dev.cobnut.loadtests.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.cli.UsageErrors;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import dev.cobnut.loadtests.standin.StandInService;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoadCommandTest {

    /// A second in which a service was not too cold to answer.
    private static final Pattern ANSWERED = Pattern.compile(" [1-9][0-9]* answers/s");

    @TempDir Path folder;

    private final ByteArrayOutputStream result = new ByteArrayOutputStream();
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @Test
    void aLoadIsMeasuredPhaseByPhaseAndLeavesItsResultBesideGatlingsPages() throws Exception {
        Path out = folder.resolve("out");

        int code =
                execute(
                        StandInService.command(),
                        progress,
                        "--simulation=spike",
                        "--rate=30",
                        "--duration=6s",
                        "--warm-up=1s",
                        "--out=" + out);

        JsonNode report = json(out);
        assertThat(code).as(text(progress)).isZero();
        assertThat(text(result)).contains("before", "spike", "after", "result: ");
        assertThat(text(progress)).contains("1 s of 7  warm-up", "7 s of 7");
        assertThat(LoadLog.gatlingFolder(out).resolve("index.html")).isRegularFile();
        assertThat(report.path("parts"))
                .extracting(part -> part.path("name").asString())
                .containsExactly("before", "spike", "after");
        JsonNode after = report.path("parts").get(2);
        assertThat(after.path("load").path("plannedPerSecond").asDouble()).isEqualTo(30);
        assertThat(after.path("load").path("arrivedPerSecond").asDouble()).isPositive();
        assertThat(after.path("load").path("errors").size()).as(report.toString()).isZero();
        assertThat(after.path("perSecond")).hasSize(3);
        assertThat(after.path("answersBetweenReadings").asInt()).isPositive();
        assertThat(after.path("serviceCpuMicrosPerRequest").asDouble()).isPositive();
        assertThat(after.path("generatorCpuMicrosPerRequest").asDouble()).isPositive();
        assertThat(report.path("outbox"))
                .extracting(second -> second.path("second").asInt())
                .contains(0, 1, 3, 4, 5, 7);
        assertThat(report.path("machine").path("commit").asString()).isNotEmpty();
        assertThat(report.path("endedEarly").isNull()).isTrue();
    }

    @Test
    void whatWasMeasuredUntilTheServiceDiedIsKept() throws Exception {
        Path out = folder.resolve("out");
        try (ServiceProcess service =
                ServiceProcess.start(
                        StandInService.command(),
                        folder.resolve("data"),
                        folder.resolve("log"),
                        Duration.ofMinutes(4))) {
            OutputStream killer =
                    new OutputStream() {
                        @Override
                        public void write(int letter) {
                            progress.write(letter);
                            String said = text(progress);
                            if (service.isAlive()
                                    && said.contains("3 s of 60")
                                    && ANSWERED.matcher(said).find()) {
                                kill(service);
                            }
                        }
                    };

            int code =
                    execute(
                            null,
                            killer,
                            "--target=" + service.uri(),
                            "--simulation=place",
                            "--rate=40",
                            "--duration=60s",
                            "--warm-up=0s",
                            "--out=" + out);

            JsonNode report = json(out);
            assertThat(code).isEqualTo(1);
            assertThat(text(result))
                    .contains("ended early: The service at " + service.uri() + " stopped");
            assertThat(report.path("endedEarly").asString()).contains("during the load");
            JsonNode part = report.path("parts").get(0);
            assertThat(part.path("seconds").asInt()).isBetween(3, 40);
            assertThat(part.path("load").path("succeeded").asLong()).isPositive();
            assertThat(part.path("load").path("errors").propertyNames())
                    .isNotEmpty()
                    .allMatch(error -> error.startsWith("place: "));
        }
    }

    @Test
    void badInputIsOneSentenceAndAnExitCode() throws Exception {
        assertThat(refusal(2, "--simulation=fast"))
                .isEqualTo(
                        "There is no simulation 'fast'; there are place, life, mixed, spike, soak, lists, feed.");
        assertThat(refusal(2, "--rate=-5")).startsWith("A rate must be above 0");
        assertThat(refusal(2, "--duration=fast"))
                .contains("'fast' is not a duration; write whole seconds, minutes or hours");
        assertThat(refusal(2, "--duration=0s")).startsWith("A phase must last whole seconds");
        assertThat(refusal(2, "--rate=abc")).contains("--rate").contains("abc");
        assertThat(refusal(2, "--target=http://192.0.2.1:8080"))
                .isEqualTo(
                        "http://192.0.2.1:8080 is not this machine; add --allow-remote to put load on it.");
        assertThat(refusal(2, "--target=localhost"))
                .startsWith("A target must be an address such as");
        assertThat(refusal(2, "--target=http://no-such-host.invalid"))
                .isEqualTo("There is no host 'no-such-host.invalid'.");
        assertThat(refusal(1, "--target=http://127.0.0.1:1"))
                .isEqualTo("No service answers at http://127.0.0.1:1.");
        assertThat(refusal(2, "--sweep", "--warm-up=5m")).startsWith("A sweep's warm-up must last");
        Files.writeString(folder.resolve("something"), "");
        assertThat(refusal(2, "--out=" + folder)).endsWith("is not empty; --out names a new one.");
    }

    @ParameterizedTest
    @CsvSource({
        "--nodes=http://127.0.0.1:1, --nodes has no effect without --target.",
        "--allow-remote, --allow-remote has no effect without --target.",
        "--p99-max=5, --p99-max has no effect without --sweep.",
        "--sweep --duration=5s, --duration has no effect with --sweep."
    })
    void anOptionThatAnotherOneMakesVoidIsRefused(String options, String sentence) {
        assertThat(refusal(2, options.split(" ", -1))).isEqualTo(sentence);
    }

    @Test
    void aServiceThatDoesNotStartIsReportedWithTheEndOfItsLog() {
        ServiceCommand broken =
                new ServiceCommand(
                        List.of(ServiceCommand.java(), "-cp", ".", "NoSuchMain"),
                        OrderServiceCommand.CONTRACT);

        assertThat(execute(broken, progress, "--out=" + folder.resolve("out"))).isEqualTo(1);
        assertThat(text(progress)).contains("NoSuchMain");
    }

    /// @return what it said, which has to be one line
    private String refusal(int code, String... arguments) {
        progress.reset();
        assertThat(execute(null, progress, arguments)).isEqualTo(code);
        assertThat(result.size()).isZero();
        assertThat(text(progress).strip()).doesNotContain("\n");
        return text(progress).strip();
    }

    private int execute(@Nullable ServiceCommand own, OutputStream progress, String... arguments) {
        PrintStream said = new PrintStream(progress, true, StandardCharsets.UTF_8);
        PrintStream shown = new PrintStream(result, true, StandardCharsets.UTF_8);
        return UsageErrors.asSentences(new CommandLine(new LoadCommand(own, shown, said)))
                .setErr(new PrintWriter(progress, true, StandardCharsets.UTF_8))
                .execute(arguments);
    }

    private static void kill(ServiceProcess service) {
        try {
            service.kill9();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String text(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static JsonNode json(Path out) throws Exception {
        return JsonMapper.shared().readTree(Files.readString(out.resolve("result.json")));
    }
}
