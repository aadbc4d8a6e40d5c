package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of a feed, as the HTML standard says: an event without data is none, but its id counts.
final class FeedClient implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// @param id of the last event, this one included
    record Received(String id, String name, JsonNode data) {}

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpResponse<InputStream> response;
    private final BlockingQueue<Received> events = new LinkedBlockingQueue<>();
    private volatile String lastId = "";
    private volatile String retry = "";
    private volatile boolean over;

    FeedClient(int port, String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Accept", "text/event-stream")
                        .timeout(SOON);
        if (headers.length > 0) {
            request.headers(headers);
        }
        response = http.send(request.build(), BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        Thread _ = Thread.ofVirtual().start(this::read);
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    /// The next event; fails when none comes.
    Received next() throws InterruptedException {
        Received event = events.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event came");
        }
        return event;
    }

    @Nullable Received poll() {
        return events.poll();
    }

    /// What it would send as `Last-Event-ID`.
    String lastId() {
        return lastId;
    }

    String retry() {
        return retry;
    }

    boolean isOver() {
        return over;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String id = lastId;
            String name = "message";
            StringBuilder data = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int colon = line.indexOf(':');
                String field = colon < 0 ? line : line.substring(0, colon);
                String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
                switch (field) {
                    case "id" -> id = value;
                    case "event" -> name = value;
                    case "data" -> data.append(value).append('\n');
                    case "retry" -> retry = value;
                    default -> {
                        if (line.isEmpty()) {
                            lastId = id;
                            if (!data.isEmpty()) {
                                events.add(
                                        new Received(
                                                id,
                                                name,
                                                JsonMapper.shared().readTree(data.toString())));
                            }
                            name = "message";
                            data.setLength(0);
                        }
                    }
                }
            }
        } catch (IOException _) {
            // closed by this client, or cut off
        } finally {
            over = true;
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
