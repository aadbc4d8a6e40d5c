package dev.cobnut.web.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service of the guide, over HTTP. A subclass has [SpringBootTest] with settings of its own,
/// and so a service of its own.
abstract class GuideApiTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir private static Path folder;

    @LocalServerPort private int port;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    protected static JsonNode problem(HttpResponse<String> answer, int status, String type) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/problem+json");
        JsonNode problem = json(answer);
        assertThat(problem.path("type").asString()).isEqualTo("/problems/" + type);
        return problem;
    }

    protected static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    protected HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    /// With the media type of JSON.
    protected HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(path)
                        .method(method, BodyPublishers.ofString(body))
                        .header("Content-Type", "application/json");
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    protected HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(TIMEOUT);
    }

    protected static HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString());
        }
    }
}
