package dev.cobnut.sink.http;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The client of all sinks of the process. A client has a thread and a pool of connections, and
/// fixes the deadline of connecting; so sinks with the same deadline share one. It lives as long as
/// the process, in daemon threads.
final class SharedClient {

    private static final Map<Duration, HttpClient> BY_CONNECT_DEADLINE = new ConcurrentHashMap<>();

    private SharedClient() {}

    static HttpClient of(Duration connectDeadline) {
        return BY_CONNECT_DEADLINE.computeIfAbsent(
                connectDeadline,
                deadline ->
                        HttpClient.newBuilder()
                                .connectTimeout(deadline)
                                .followRedirects(HttpClient.Redirect.NEVER)
                                .build());
    }
}
