package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// A service whose actuator has a port of its own, as members behind a balancer have.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.server.port=0", "management.server.address=127.0.0.1"})
class ManagementPortApiTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;
    @LocalManagementPort private int managementPort;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient management;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
        management = ApiClient.on(managementPort);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator",
                "/actuator/outbox",
                "/%61ctuator/outbox",
                "/orders/../actuator/outbox",
                "/actuator;x/outbox"
            })
    void thePortOfTheApiHasNoActuator(String path) {
        api.get(path).isProblem(ProblemType.NOT_FOUND);
        api.post(path, "{\"paused\":true}").isProblem(ProblemType.NOT_FOUND);
        assertThat(management.get("/actuator/outbox").json().path("paused").asBoolean()).isFalse();
    }

    @Test
    void theProbesAreBesideTheApi() {
        assertThat(api.get("/readyz").json().path("status").asString()).isEqualTo("UP");
        assertThat(api.get("/livez").json().path("status").asString()).isEqualTo("UP");
        assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(management.get("/actuator/prometheus").body()).contains("http_in_flight");
    }

    @Test
    void thePortOfTheActuatorHasNoOrders() {
        management.get("/orders?customerId=ada").isProblem(ProblemType.NOT_FOUND);
    }

    @Test
    void whatHoldsForThePortOfTheApiHoldsForThatOfTheActuator() throws IOException {
        management.get("/actuator/nonsense").isProblem(ProblemType.NOT_FOUND);
        management.get("/actuator/health/nonsense").isProblem(ProblemType.NOT_FOUND);
        management.post("/actuator/outbox", "{").isProblem(ProblemType.MALFORMED_JSON);
        management.post("/actuator/outbox/nonsense", null).isProblem(ProblemType.MALFORMED_REQUEST);
        management
                .send("POST", "/actuator/outbox", BodyPublishers.ofString("{\"paused\":true}"))
                .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
        management.get("/actuator/metrics/http?=").isProblem(ProblemType.MALFORMED_PARAMETER);
        for (String request :
                new String[] {
                    "GET /actuator HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                    "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    "TRACE /actuator/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                }) {
            try (RawClient client = RawClient.on(managementPort)) {
                RawAnswer answer = client.send(request).answer();
                assertThat(answer.status()).isIn(421, 400, 405);
                assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
            }
        }
    }
}
