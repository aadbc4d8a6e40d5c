package dev.cobnut.loadtests.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.Shell;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A fuzzer that knows only the document (schemathesis) talks to the running service: examples,
/// values at the bounds, wrong values, and sequences of operations along the document's links. The
/// same seed makes the same requests.
///
/// Every answer has a status and headers that the document names, a body of its schema, and a
/// problem for each error; nothing is an error of the service (`checks.py`).
class SchemathesisIT {

    private static final Logger LOG = System.getLogger(SchemathesisIT.class.getName());

    private static final String VERSION = "4.32.5";

    /// Of the first round; the next round has the next one.
    private static final int SEED = 20_261_124;

    private static final int ROUNDS = TestRounds.of(1, 3);

    /// Rounds go on, up to this number, until there are [#REQUESTS_MIN] requests.
    private static final int ROUNDS_MAX = 10;

    private static final Duration INSTALL_MAX = Duration.ofMinutes(5);
    private static final Duration RUN_MAX = Duration.ofMinutes(40);

    /// Cases of one operation in each phase that makes them up.
    private static final int CASES = TestRounds.of(12, 200);

    private static final int REQUESTS_MIN = TestRounds.of(1_000, 10_000);

    /// Streams that do not end: their answers never complete.
    private static final String ENDLESS = "/feed$";

    @TempDir private Path folder;

    @Test
    void noAnswerIsOneThatTheDocumentDoesNotKnow() throws Exception {
        Needs.python();
        Path program = installed();
        Path checks = folder.resolve("checks.py");
        try (var in = SchemathesisIT.class.getResourceAsStream("/document/checks.py")) {
            Files.write(checks, Objects.requireNonNull(in).readAllBytes());
        }
        try (ServiceProcess service = RealService.start(folder)) {
            long before = requests(service);
            long made = 0;
            int round = 0;
            while (round < ROUNDS || (made < REQUESTS_MIN && round < ROUNDS_MAX)) {
                Shell.Ended fuzzer = fuzz(program, service, SEED + round);

                assertThat(fuzzer.code()).as(fuzzer.both()).isZero();
                round++;
                made = requests(service) - before;
                LOG.log(Level.INFO, "{0} requests after round {1}", made, round);
            }
            assertThat(made).isGreaterThanOrEqualTo(REQUESTS_MIN);
        }
    }

    /// One worker: threads of some versions of Python disturb each other while they parse code.
    private Shell.Ended fuzz(Path program, ServiceProcess service, int seed) throws Exception {
        return Shell.in(folder)
                .with("SCHEMATHESIS_HOOKS", "checks")
                .with("PYTHONPATH", folder.toString())
                .run(
                        RUN_MAX,
                        program.toString(),
                        "run",
                        service.uri().resolve("/v3/api-docs").toString(),
                        "--seed=" + seed,
                        "--max-examples=" + CASES,
                        "--phases=examples,coverage,fuzzing,stateful",
                        "--checks=status_code_conformance,content_type_conformance,"
                                + "response_headers_conformance,response_schema_conformance,"
                                + "bad_data_is_refused,honest_answer,documented_headers",
                        "--exclude-path-regex=" + ENDLESS,
                        "--request-timeout=120",
                        "--workers=1",
                        "--no-color",
                        "--continue-on-failure");
    }

    /// What the service itself has counted, its actuator aside.
    private static long requests(ServiceProcess service) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(service.uri().resolve("/actuator/prometheus"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line ->
                            line.startsWith("http_server_requests_seconds_count")
                                    && !line.contains("uri=\"/actuator"))
                    .mapToLong(line -> (long) Double.parseDouble(line.split("} ", 2)[1]))
                    .sum();
        }
    }

    /// The fuzzer in an environment of its own, below target.
    private static Path installed() throws Exception {
        Path environment =
                ServiceCommand.home().resolve("load-tests/target/schemathesis-" + VERSION);
        Path program = environment.resolve("bin/st");
        if (!Files.isExecutable(program)) {
            Shell shell = new Shell(Map.of("PIP_DISABLE_PIP_VERSION_CHECK", "1"));
            String _ = shell.must(INSTALL_MAX, "python3", "-m", "venv", environment.toString());
            Shell.Ended pip =
                    shell.run(
                            INSTALL_MAX,
                            environment.resolve("bin/pip").toString(),
                            "install",
                            "--quiet",
                            "schemathesis==" + VERSION);
            if (pip.code() != 0) {
                throw Needs.skipped(
                        "schemathesis %s cannot be installed by pip: %s"
                                .formatted(VERSION, lastLine(pip.both())));
            }
        }
        return program;
    }

    private static String lastLine(String text) {
        return text.strip().lines().reduce("", (_, line) -> line);
    }
}
