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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Records a running service through its own profiler, by its actuator endpoint. For use by one
/// thread.
///
/// Every call ends within a minute. A refusal by the service, or a service that has stopped, is a
/// [ProfilerException] whose message is a sentence.
public final class ProfilerClient implements ProfileRecorder {

    private static final Duration CALL_MAX = Duration.ofSeconds(60);

    /// The interval between checks. It is long because each check is a request that the recording
    /// contains.
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI endpoint;

    /// The file of the recording in the service's file system; null when none has begun.
    private @Nullable Path file;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();

    public ProfilerClient(URI service) {
        this.endpoint = service.resolve("/actuator/profiler");
    }

    @Override
    public Optional<String> begin(
            SessionPlan.Capture intervals, Set<ProfileEvent> events, Engine engine)
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
        file = Path.of(status.path("file").asString(""));
        return Optional.ofNullable(status.path("notice").asString(null));
    }

    @Override
    public boolean awaitWhileAlive(Duration length) throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        long left;
        while ((left = end - System.nanoTime()) > 0) {
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK.toNanos()));
            try {
                if (!isRunning()) {
                    return true; // it ended the recording by itself, at a limit
                }
            } catch (IOException _) {
                return false;
            }
        }
        return true;
    }

    /// A recording that the service ended at a limit is saved too; [Taken#endedBy] names the limit.
    @Override
    public Taken end(Path recording) throws IOException, InterruptedException {
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
        file = null;
        return new Taken(
                facts.path("seconds").asDouble(),
                facts.path("requests").asLong(),
                facts.path("cpuNanos").asLong(),
                facts.path("allocatedBytes").asLong(-1) < 0
                        ? null
                        : Long.valueOf(facts.path("allocatedBytes").asLong()),
                facts.path("gcCount").asLong(),
                facts.path("gcMillis").asLong(),
                facts.path("endedBy").asString(""));
    }

    @Override
    public boolean salvage(Path recording) throws IOException {
        Path written = file;
        file = null;
        if (written == null || !Files.isReadable(written)) {
            return false;
        }
        Files.copy(written, recording, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }

    @Override
    public void close() throws IOException {
        if (file == null) {
            return;
        }
        file = null;
        Path thrownAway = Files.createTempFile("cobnut-profile-", ".jfr");
        try {
            end(thrownAway);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            Files.delete(thrownAway);
        }
    }

    /// True when the service answers and a recording is running in it.
    public boolean isRunning() throws IOException, InterruptedException {
        return status().path("state").asString("").equals("running");
    }

    private JsonNode status() throws IOException, InterruptedException {
        return json(send(HttpRequest.newBuilder(endpoint), BodyHandlers.ofString()));
    }

    private void save(String name, Path to) throws IOException, InterruptedException {
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
            Files.createDirectories(to.toAbsolutePath().getParent());
            Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
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
