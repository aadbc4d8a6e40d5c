package dev.cobnut.lab.capture;

import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Controls the profiler of a running service through its actuator endpoint. For use by one thread.
///
/// Every call ends within a minute. A refusal by the service, or a service that has stopped, is a
/// [ProfilerException] whose message is a sentence.
public final class ProfilerClient {

    private static final Duration CALL_MAX = Duration.ofSeconds(60);
    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI endpoint;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();

    public ProfilerClient(URI service) {
        this.endpoint = service.resolve("/actuator/profiler");
    }

    /// A recording that has begun.
    ///
    /// @param engine that samples CPU time; null when CPU time is not recorded
    /// @param notice a sentence about settings that could not be applied
    /// @param file that the service writes, in its own file system
    public record Started(@Nullable String engine, @Nullable String notice, Path file) {}

    /// Starts a recording. CPU time is sampled with perf events where the kernel permits them.
    public Started start(SessionPlan.Capture intervals, Set<ProfileEvent> events)
            throws IOException, InterruptedException {
        return start(intervals, events, Engine.CPU);
    }

    /// Starts a recording.
    ///
    /// @param intervals sampling intervals; those of events that are not recorded are ignored
    /// @param events at least one
    Started start(SessionPlan.Capture intervals, Set<ProfileEvent> events, Engine engine)
            throws IOException, InterruptedException {
        Map<String, String> body = new LinkedHashMap<>();
        for (ProfileEvent event : events) {
            body.put(
                    event.id(),
                    switch (event) {
                        case CPU -> intervals.cpu().toNanos() + "ns";
                        case ALLOC -> intervals.alloc() + "B";
                        case WALL -> intervals.wall().toNanos() + "ns";
                        case LOCK -> intervals.lock().toNanos() + "ns";
                    });
        }
        body.put("engine", engine.id());
        JsonNode status = json(post("start", JSON.writeValueAsString(body)));
        return new Started(
                status.path("engine").asString(null),
                status.path("notice").asString(null),
                Path.of(status.path("file").asString("")));
    }

    /// Stops the recording and saves it. A recording that the service ended at a limit is saved
    /// too; [FinishedRecording#endedBy] names the limit.
    ///
    /// @param recording the file to write; replaced when it exists
    public FinishedRecording stop(Path recording) throws IOException, InterruptedException {
        HttpResponse<String> response = post("stop", "{}");
        JsonNode facts;
        if (response.statusCode() == CONFLICT) {
            facts = status().path("last");
            if (!facts.isObject() || facts.path("endedBy").asString("").equals("request")) {
                throw new ProfilerException(sentence(CONFLICT, response.body()));
            }
        } else {
            facts = json(response);
        }
        save(facts.path("recording").asString(""), recording);
        return new FinishedRecording(
                recording,
                Instant.parse(facts.path("startedAt").asString("")),
                facts.path("seconds").asDouble(),
                facts.path("requests").asLong(),
                facts.path("cpuNanos").asLong(),
                facts.path("gcCount").asLong(),
                facts.path("gcMillis").asLong(),
                facts.path("endedBy").asString(""));
    }

    /// True when the service answers and a recording is running in it.
    public boolean isRunning() throws IOException, InterruptedException {
        return status().path("state").asString("").equals("running");
    }

    private JsonNode status() throws IOException, InterruptedException {
        return json(send(HttpRequest.newBuilder(endpoint), BodyHandlers.ofString()));
    }

    private void save(String name, Path file) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                send(
                        HttpRequest.newBuilder(URI.create(endpoint + "/" + name)),
                        BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            if (response.statusCode() != OK) {
                throw new ProfilerException(
                        "The recording "
                                + name
                                + " cannot be fetched: "
                                + sentence(
                                        response.statusCode(),
                                        new String(in.readNBytes(10_000), StandardCharsets.UTF_8)));
            }
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private HttpResponse<String> post(String operation, String body)
            throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(URI.create(endpoint + "/" + operation))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)),
                BodyHandlers.ofString());
    }

    private JsonNode json(HttpResponse<String> response) throws ProfilerException {
        if (response.statusCode() != OK) {
            throw new ProfilerException(sentence(response.statusCode(), response.body()));
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new ProfilerException(endpoint + " does not answer like a profiler.", e);
        }
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        try {
            return http.send(request.timeout(CALL_MAX).build(), body);
        } catch (ConnectException e) {
            throw new ProfilerException("Nothing answers at " + endpoint.resolve("/") + ".", e);
        } catch (IOException e) {
            throw new ProfilerException(
                    "The service at "
                            + endpoint.resolve("/")
                            + " did not answer: it has stopped or hangs.",
                    e);
        }
    }

    private String sentence(int status, String body) {
        try {
            String said = JSON.readTree(body).path("sentence").asString("");
            if (!said.isEmpty()) {
                return said;
            }
        } catch (JacksonException _) {
            // not from the profiler: the status says what is wrong
        }
        return status == 404
                ? "The service at "
                        + endpoint.resolve("/")
                        + " has no profiler: start it with --cobnut.profiling.enabled=true."
                : endpoint + " answered " + status + ".";
    }
}
