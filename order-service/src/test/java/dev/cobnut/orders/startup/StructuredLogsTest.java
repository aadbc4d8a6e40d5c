package dev.cobnut.orders.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.orders.OrderServiceApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemProperty;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service with `logging.structured.format.console=ecs`: every line is an entry of JSON.
@ExtendWith(OutputCaptureExtension.class)
class StructuredLogsTest {

    @SuppressWarnings("NullAway.Init") // before each test
    @TempDir
    private Path folder;

    /// A handler whose journal does not answer.
    @RestController
    static class Broken {

        @GetMapping("/broken")
        String broken() {
            throw new JournalException("the disk is gone", null);
        }
    }

    /// A service of another test has set up the log of this JVM.
    @BeforeEach
    void begin() {
        LoggingSystem.get(StructuredLogsTest.class.getClassLoader()).cleanUp();
    }

    /// The next service of this JVM writes as it wants to.
    @AfterEach
    void forget() {
        LoggingSystem.get(StructuredLogsTest.class.getClassLoader()).cleanUp();
        System.clearProperty(
                LoggingSystemProperty.CONSOLE_STRUCTURED_FORMAT.getEnvironmentVariableName());
    }

    private ConfigurableApplicationContext start(String... more) {
        SpringApplication service =
                new SpringApplication(OrderServiceApplication.class, Broken.class);
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--logging.structured.format.console=ecs",
                                "--cobnut.data=" + folder));
        arguments.addAll(List.of(more));
        return service.run(arguments.toArray(String[]::new));
    }

    private static List<JsonNode> entries(CapturedOutput output) {
        return output.getAll()
                .lines()
                .filter(line -> !line.isBlank())
                .<JsonNode>map(JsonMapper.shared()::readTree)
                .toList();
    }

    @Test
    void aWarningNamesItsTraceAndTheCorrelationIdOfTheAnswer(CapturedOutput output)
            throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try (ConfigurableApplicationContext running =
                        start(
                                "--server.port=0",
                                "--cobnut.tracing.enabled=true",
                                "--management.tracing.sampling.probability=1");
                HttpClient http = HttpClient.newHttpClient()) {
            int port =
                    Integer.parseInt(
                            running.getEnvironment().getRequiredProperty("local.server.port"));
            answer =
                    http.send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + port + "/broken"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        }
        assertThat(answer.statusCode()).isEqualTo(503);
        String id = answer.headers().firstValue("X-Correlation-Id").orElseThrow();

        List<JsonNode> warnings =
                entries(output).stream()
                        .filter(entry -> entry.at("/log/level").asString().equals("WARN"))
                        .toList();
        assertThat(warnings)
                .as(output.getAll())
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.path("message").asString())
                            .isEqualTo("the disk is gone for /broken (correlation id " + id + ")");
                    assertThat(entry.path("traceId").asString()).isEqualTo(id);
                    assertThat(entry.path("spanId").asString()).matches("[0-9a-f]{16}");
                    assertThat(entry.at("/service/name").asString()).isEqualTo("cobnut-orders");
                });
    }

    @Test
    void aStartThatFailsIsAnEntryToo(CapturedOutput output) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> start("--server.port=" + taken.getLocalPort()))
                    .isInstanceOf(RuntimeException.class);
        }

        assertThat(entries(output))
                .as(output.getAll())
                .anySatisfy(entry -> {
                    assertThat(entry.at("/log/level").asString()).isEqualTo("ERROR");
                    assertThat(entry.path("message").asString()).startsWith("Cannot start: Port ");
                });
    }
}
