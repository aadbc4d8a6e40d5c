package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/// The service with `cobnut.profiling.enabled=true`, over HTTP.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"cobnut.profiling.enabled=true", "cobnut.hazelcast.cluster-name=profiling"})
class ProfilingApiTest {

    @TempDir static Path data;

    @LocalServerPort private int port;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", data::toString);
    }

    /// One connection, so that a request has ended when the next one is read.
    @Test
    void everyAnsweredRequestIsCountedAndIsASpanWithItsPatternAndItsWaits() throws IOException {
        ApiClient api = ApiClient.on(port);
        api.placed();
        Answer started =
                api.post("/actuator/profiler/start", "{\"cpu\":\"10ms\",\"wall\":\"50ms\"}");
        assumeThat(started.status())
                .as("async-profiler cannot be used on this system: %s", started.body())
                .isEqualTo(200);
        assertThat(started.json().path("state").asString()).isEqualTo("running");
        assertThat(started.json().path("engine").asString()).isIn("perf_events", "ctimer");

        String first = api.placed();
        String second = api.placed();
        assertThat(api.get(first).status()).isEqualTo(200);
        assertThat(api.get(second).status()).isEqualTo(200);
        assertThat(api.step(second, "confirm").status()).isEqualTo(200);
        assertThat(api.get("/nowhere").status()).isEqualTo(404);
        assertThat(api.get("/actuator/health").status()).isEqualTo(200);
        assertThat(api.post("/actuator/profiler/start", "{\"cpu\":\"10ms\"}").status())
                .isEqualTo(409);

        JsonNode facts = api.post("/actuator/profiler/stop", "{}").json();
        assertThat(facts.path("requests").asLong()).isEqualTo(6);
        assertThat(requestSpans(facts))
                .isEqualTo(
                        Map.of(
                                "POST /orders", 2L,
                                "GET /orders/{id}", 2L,
                                "POST /orders/{id}/confirm", 1L,
                                "GET (no handler)", 1L));
        assertThat(tags(facts).filter(tag -> tag.matches("~\\d+\t\\d+\tPOST /orders\t.*")))
                .hasSize(2)
                .allMatch(tag -> tag.contains("\tgroup commit="));
        String name = facts.path("recording").asString();
        assertThat(api.get("/actuator/profiler/" + name).status()).isEqualTo(200);
        assertThat(api.get("/actuator/profiler/journal.db").status()).isEqualTo(404);
        assertThat(api.get("/actuator/profiler").json().path("last").path("recording").asString())
                .isEqualTo(name);
    }

    @Test
    void aRequestThatMakesNoSenseIsASentence() {
        ApiClient api = ApiClient.on(port);
        Answer nothing = api.post("/actuator/profiler/start", "{}");
        assertThat(nothing.status()).isEqualTo(400);
        assertThat(nothing.json().path("sentence").asString())
                .startsWith("Nothing is to be recorded");
        assertThat(api.post("/actuator/profiler/dump", "{}").status()).isEqualTo(404);
    }

    private static Map<String, Long> requestSpans(JsonNode facts) throws IOException {
        return tags(facts)
                .filter(tag -> tag.matches("[A-Z]+ [/(].*"))
                .collect(Collectors.groupingBy(tag -> tag, Collectors.counting()));
    }

    private static Stream<String> tags(JsonNode facts) throws IOException {
        Path file = data.resolve("profiles").resolve(facts.path("recording").asString());
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("profiler.Span"))
                .map(event -> event.getString("tag"));
    }
}
