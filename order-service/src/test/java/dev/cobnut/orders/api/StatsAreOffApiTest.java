package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.problem.ProblemType;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// A service with `cobnut.stats.enabled=false`.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"cobnut.stats.enabled=false", "cobnut.hazelcast.cluster-name=stats-off"})
@DirtiesContext // it has a folder of its own
class StatsAreOffApiTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // before all tests
    static Path folder;

    @LocalServerPort private int port;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @Test
    void thereIsNothingOfThem() {
        ApiClient api = ApiClient.on(port);
        api.get("/stats").isProblem(ProblemType.NOT_FOUND);
        api.get("/stats/feed").isProblem(ProblemType.NOT_FOUND);
        api.get("/problems/statistics-building").isProblem(ProblemType.NOT_FOUND);
        assertThat(api.get("/v3/api-docs").json().path("paths").has("/stats")).isFalse();
        assertThat(api.get("/v3/api-docs").json().path("paths").has("/stats/feed")).isFalse();
        assertThat(api.get("/v3/api-docs").json().path("paths").has("/orders")).isTrue();
        assertThat(api.get("/actuator/prometheus").body()).doesNotContain("statistic_");
    }
}
