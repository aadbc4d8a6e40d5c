package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cobnut.artifacts.ConsumerBuild.Ended;
import dev.cobnut.artifacts.ConsumerBuild.Running;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The projects below `examples`, as who copies them has them: Maven builds and tests them from a
/// repository in a folder, and what they serve answers as their READMEs say.
class ExamplesIT {

    private static final Path EXAMPLES = Artifacts.ROOT.resolve("examples");
    private static final Duration EVENTS_MAX = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    static ConsumerBuild build;

    @BeforeAll
    static void stage() throws IOException {
        build = ConsumerBuild.staged(folder);
    }

    @AfterAll
    static void removeLinks() throws IOException {
        if (build != null) {
            build.close();
        }
    }

    @Test
    void theLibraryIsBuiltAndTestedAndAnswersAsItsReadmeSays() throws Exception {
        Path library = copy("library");
        try (Running service = build.serve(library, jarOf(library))) {
            loans(new Readme(library, service.url()));
        }
    }

    /// Both services run, and bash sends what the README sends.
    @Test
    void theInventoryHoldsStockForTheOrdersOfTheOrderService() throws Exception {
        assumeTrue(ConsumerBuild.onPath("curl"), "there is no curl on the PATH");
        assumeTrue(Files.exists(Artifacts.ORDER_SERVICE), "the order service is not packaged");
        Path inventory = copy("inventory");
        Path jar = jarOf(inventory);
        int[] ports = ConsumerBuild.freePorts(2);
        String url = "http://127.0.0.1:" + ports[0];
        String orders = "http://127.0.0.1:" + ports[1];
        String secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
        try (Running stock =
                        build.serve(
                                inventory,
                                jar,
                                "--server.port=" + ports[0],
                                "--inventory.orders-url=" + orders,
                                "--inventory.secret=" + secret);
                Running orderService =
                        build.serve(
                                Files.createDirectories(folder.resolve("orders")),
                                Artifacts.ORDER_SERVICE,
                                "--server.port=" + ports[1],
                                "--cobnut.sink.http.url=" + url + "/order-events",
                                "--cobnut.sink.http.source=/orders",
                                "--cobnut.sink.http.categories=order",
                                "--cobnut.sink.http.secrets=" + secret)) {
            stock.awaitAnswer(url + "/actuator/health");
            orderService.awaitAnswer(orders + "/actuator/health");
            Map<String, List<String>> awaited =
                    Map.of(
                            "curl $URL/stock/nut", List.of("\"onHand\":7", ":3}"),
                            "curl $URL/reservations/${EVE##*/}",
                                    List.of(
                                            "REJECTED",
                                            "Only 4 of nut are free, and 5 are ordered."),
                            "curl $ORDERS$EVE", List.of("CANCELLED", "Only 4 of nut are free"),
                            "curl $ORDERS$ADA", List.of("PLACED"),
                            "curl $URL/actuator/handlers", List.of("warehouse", "cancel-orders"));
            List<String> unseen = new ArrayList<>(awaited.keySet());
            for (String line : steps("examples/inventory/README.md")) {
                String step =
                        line.replace("http://127.0.0.1:8090", url)
                                .replace("http://127.0.0.1:8080", orders);
                String request = line.replaceFirst(" +#.*", "");
                List<String> expected = awaited.get(request);
                if (expected == null) {
                    Ended ended = bash(inventory, step);
                    assertThat(ended.code()).as(ended.output()).isZero();
                } else {
                    unseen.remove(request);
                    await().atMost(ConsumerBuild.START_MAX)
                            .untilAsserted(() ->
                                    assertThat(bash(inventory, step).output()).contains(expected));
                }
            }
            assertThat(unseen).as("steps that the README no longer has").isEmpty();
        }
    }

    /// The lines of the section "Try".
    private static List<String> steps(String readme) {
        return CodeBlocks.of(readme).blocks().stream()
                .filter(block -> block.section().equals("Try"))
                .flatMap(block -> block.text().lines())
                .toList();
    }

    /// Runs a line with the variables of the lines before it.
    private static Ended bash(Path in, String line) throws Exception {
        String script =
                "touch variables; source variables; "
                        + line
                        + "\nset | grep -E '^(URL|ORDERS|JSON|TO|ADA|EVE)=' > variables";
        return ConsumerBuild.run(in, List.of("bash", "-ec", script));
    }

    /// Builds and tests an example.
    private static Path jarOf(Path example) throws Exception {
        Ended built = build.mvn(example, "package");
        boolean tested = Files.exists(example.resolve("target/surefire-reports"));
        assumeTrue(
                tested || !built.lacksArtifactsOfOthers(),
                () -> "Maven could not get what the example needs: " + built.firstError());
        assertThat(built.code()).as(built.output()).isZero();
        assertThat(tested).as("the tests of the example ran").isTrue();
        return example.resolve("target/" + example.getFileName() + "-0.0.1-SNAPSHOT.jar");
    }

    /// The steps of the README, in its order.
    private static void loans(Readme readme) throws Exception {
        String ada = readme.creates("/cards", "{\"name\":\"Ada\",\"email\":\"ada@example.org\"}");
        String eve = readme.creates("/cards", "{\"name\":\"Eve\",\"email\":\"eve@example.org\"}");
        String dune = readme.creates("/copies", "{\"title\":\"Dune\"}");
        readme.knows("ADA", ada).knows("EVE", eve).knows("DUNE", dune);
        readme.knows("COPY", dune.replaceFirst(".*/", ""));

        String loan = "{\"copy\":\"'$COPY'\"}";
        String key = "Idempotency-Key: ada-dune";
        readme.post("$ADA/loans", key, loan, 200, "REQUESTED");
        readme.getsAtLast("$ADA", "GRANTED", "\"3\"");
        HttpResponse<String> again = readme.post("$ADA/loans", key, loan, 200, "REQUESTED");
        assertThat(again.headers().firstValue("ETag")).contains("\"2\"");

        readme.post("$EVE/loans", "", loan, 200, "REQUESTED");
        readme.getsAtLast("$EVE", "The copy is lent until ", "\"3\"");

        readme.post("$DUNE/return", "", "", 200, "\"loan\":null");
        readme.getsAtLast("$ADA", "\"loans\":{}", "\"4\"");
        String fine = "{\"cents\":300,\"reason\":\"a coffee stain\"}";
        readme.post("$ADA/fines", "If-Match: \"3\"", fine, 412, "version-mismatch");
        readme.post("$ADA/fines", "If-Match: \"4\"", fine, 200, "\"finesCents\":300");
        readme.mailsAtLast("Dear Ada, please pay 300 cents: a coffee stain.");

        String wrong = "{\"cents\":0,\"reason\":\"\"}";
        readme.post("$ADA/fines", "", wrong, 422, "validation");
        readme.post("$DUNE/return", "", "", 409, "copy-not-lent");
        assertThat(readme.get("/cards/00000000-0000-7000-8000-000000000000").body())
                .contains("card-not-found");
        assertThat(readme.get("/actuator/handlers").body()).contains("loan-desk", "fine-mails");
    }

    /// Copies the files that belong to an example, and adds the repository to its POM.
    private static Path copy(String example) throws IOException {
        Path from = EXAMPLES.resolve(example);
        Path to = folder.resolve(example);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path name = from.relativize(file);
                if (!List.of("target", "data").contains(name.getName(0).toString())) {
                    Files.createDirectories(to.resolve(name).getParent());
                    Files.copy(file, to.resolve(name));
                }
            }
        }
        Path pom = to.resolve("pom.xml");
        String dependencies = "\t<dependencies>\n";
        assertThat(Artifacts.text(pom))
                .contains("<cobnut.version>" + Artifacts.version() + "</cobnut.version>")
                .containsOnlyOnce(dependencies)
                .doesNotContain("<repositories>");
        Files.writeString(
                pom,
                Artifacts.text(pom).replace(dependencies, build.repositories() + dependencies));
        return to;
    }

    /// Sends what a README sends: each request has to be one of its `curl` lines.
    private static final class Readme {

        private final Path example;
        private final String url;
        private final List<String> lines;
        private final HttpClient client = HttpClient.newHttpClient();
        private final Map<String, String> variables = new HashMap<>();

        Readme(Path example, String url) {
            this.example = example;
            this.url = url;
            lines =
                    Artifacts.text(example.resolve("README.md"))
                            .lines()
                            .filter(line -> line.contains("curl "))
                            .toList();
        }

        Readme knows(String variable, String value) {
            variables.put(variable, value);
            return this;
        }

        String creates(String path, String body) throws Exception {
            HttpResponse<String> created = post(path, "", body, 201, "");
            return created.headers().firstValue("Location").orElseThrow();
        }

        HttpResponse<String> post(
                String path, String header, String body, int status, String contained)
                throws Exception {
            assertThat(lines)
                    .as("a line of the README: %s %s %s", path, header, body)
                    .anyMatch(line ->
                            line.contains(" $URL" + path + " ")
                                    && line.contains(header.isEmpty() ? "" : "'" + header + "'")
                                    && line.contains(
                                            body.isEmpty() ? "-X POST" : "'" + body + "'"));
            HttpRequest.Builder request =
                    request(path)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(filled(body)));
            if (!header.isEmpty()) {
                request.header(header.replaceFirst(":.*", ""), header.replaceFirst(".*?: ", ""));
            }
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(contained);
            return answer;
        }

        HttpResponse<String> get(String path) throws Exception {
            assertThat(lines).anyMatch(line -> (line + " ").contains(" $URL" + path + " "));
            return client.send(request(path).build(), BodyHandlers.ofString());
        }

        /// A handler decides after the answer.
        void getsAtLast(String path, String contained, String etag) {
            await().atMost(EVENTS_MAX)
                    .untilAsserted(() -> {
                        HttpResponse<String> answer = get(path);
                        assertThat(answer.body()).contains(contained);
                        assertThat(answer.headers().firstValue("ETag")).contains(etag);
                    });
        }

        void mailsAtLast(String text) {
            Path mails = example.resolve("mails.log");
            await().atMost(EVENTS_MAX)
                    .untilAsserted(() -> assertThat(mails).content().contains(text));
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(url + filled(path))).timeout(EVENTS_MAX);
        }

        private String filled(String text) {
            String filled = text;
            for (var variable : variables.entrySet()) {
                filled =
                        filled.replace("'$" + variable.getKey() + "'", variable.getValue())
                                .replace("$" + variable.getKey(), variable.getValue());
            }
            return filled;
        }
    }
}
