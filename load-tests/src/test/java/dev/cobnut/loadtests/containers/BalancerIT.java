package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.cobnut.lab.service.FreePort;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Needs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the load balancer's configuration in an HAProxy that is installed on this machine, in front
/// of two stand-in members. Only the addresses in the configuration are changed.
class BalancerIT {

    private static final Duration SOON = Duration.ofMinutes(1);
    @TempDir Path folder;

    private final Member one = new Member("one");
    private final Member two = new Member("two");
    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Process haproxy;
    private URI balancer = URI.create("http://127.0.0.1");

    /// A member that is ready or not, and answers orders with a status.
    private static final class Member implements AutoCloseable {

        private final HttpServer server;
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final AtomicInteger readiness = new AtomicInteger(200);
        private final AtomicInteger orders = new AtomicInteger(200);
        private final AtomicInteger asked = new AtomicInteger();

        /// Commands wait for it.
        private volatile CountDownLatch mayAnswer = new CountDownLatch(0);

        Member(String name) {
            try {
                server = HttpServer.create(new InetSocketAddress(Stack.LOOPBACK, 0), 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            server.setExecutor(threads);
            server.createContext(
                    "/",
                    exchange -> {
                        boolean probe = exchange.getRequestURI().getPath().equals("/readyz");
                        exchange.getRequestBody().readAllBytes();
                        if (!probe) {
                            asked.incrementAndGet();
                        }
                        if (exchange.getRequestMethod().equals("POST")) {
                            awaitMayAnswer();
                        }
                        byte[] body = name.getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(
                                (probe ? readiness : orders).get(), body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
            server.start();
        }

        private void awaitMayAnswer() throws IOException {
            try {
                if (!mayAnswer.await(SOON.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IOException("nobody let the answer go");
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        String address() {
            return "127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    @BeforeEach
    void start() throws Exception {
        Path program = Needs.haproxy();
        int port = FreePort.next();
        Path file =
                Files.writeString(
                        folder.resolve("haproxy.cfg"),
                        Files.readString(
                                        ServiceCommand.home().resolve("docker/haproxy/haproxy.cfg"))
                                .replace("bind :8080", "bind 127.0.0.1:" + port)
                                .replace("cobnut-1:8080", one.address())
                                .replace("cobnut-2:8080", two.address())
                                .replaceAll("(?m)^.*cobnut-3:8080\\n", ""));
        haproxy =
                new ProcessBuilder(program.toString(), "-db", "-f", file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("haproxy.log").toFile())
                        .start();
        balancer = URI.create("http://127.0.0.1:" + port);
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() ->
                        assertThat(answering())
                                .as(Files.readString(folder.resolve("haproxy.log")))
                                .containsExactly("one", "two"));
    }

    @AfterEach
    void stop() throws Exception {
        if (haproxy != null) {
            haproxy.destroyForcibly().waitFor();
        }
        one.close();
        two.close();
        http.shutdownNow();
        http.close();
    }

    @Test
    void aMemberThatIsNotReadyGetsNothingUntilItIs() {
        one.readiness.set(503);
        await().atMost(SOON).untilAsserted(() -> assertThat(answering()).containsExactly("two"));

        one.asked.set(0);
        one.readiness.set(200);
        awaitRequestOfOne();
    }

    /// A JVM that has just started is slow.
    @Test
    void aMemberThatHasBecomeReadyGetsItsShareSlowly() throws Exception {
        one.readiness.set(503);
        await().atMost(SOON).untilAsserted(() -> assertThat(answering()).containsExactly("two"));
        one.readiness.set(200);
        one.asked.set(0);
        awaitRequestOfOne();

        one.asked.set(0);
        two.asked.set(0);
        for (int i = 0; i < 60; i++) {
            send("GET", "/orders", false);
        }

        assertThat(one.asked.get()).as("of 60").isLessThan(20);
        assertThat(two.asked.get()).as("of 60").isGreaterThan(40);
    }

    private void awaitRequestOfOne() {
        await().atMost(SOON)
                .until(() -> {
                    send("GET", "/orders", false);
                    return one.asked.get() > 0;
                });
    }

    @Test
    void whatAMemberHasThatIsNotReadyAnyMoreItAnswers() throws Exception {
        one.mayAnswer = new CountDownLatch(1);
        two.mayAnswer = new CountDownLatch(1);
        one.asked.set(0);
        two.asked.set(0);
        CompletableFuture<HttpResponse<String>> first = begin("POST", "/orders");
        CompletableFuture<HttpResponse<String>> second = begin("POST", "/orders");
        await().atMost(SOON).until(() -> one.asked.get() == 1 && two.asked.get() == 1);
        two.mayAnswer.countDown();
        one.readiness.set(503);
        await().atMost(SOON).untilAsserted(() -> assertThat(answering()).containsExactly("two"));

        one.mayAnswer.countDown();

        assertThat(List.of(first.get().body(), second.get().body()))
                .containsExactlyInAnyOrder("one", "two");
    }

    /// A member decodes a path, drops what follows a semicolon and resolves dots. So a path that
    /// does not look like the actuator's may be one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/outbox",
                "/actuator",
                "/%61ctuator/outbox",
                "/%61%63%74%75%61%74%6F%72/outbox",
                "/actuator;x=1/outbox",
                "/;x/actuator/outbox",
                "//actuator/outbox",
                "/./actuator/outbox",
                "/orders/../actuator/outbox",
                "/orders/%2e%2e/actuator/outbox",
                "/orders/..;x/actuator/outbox",
                "/orders/1/%2E./../actuator/outbox",
                "/swagger-ui/../actuator/outbox",
                "/problems/..%2factuator/outbox",
                "/orders%00/../../actuator/outbox",
                "/orders%0a/../../actuator/outbox",
                "/orders/1%0a/../../../actuator/outbox",
                "/ACTUATOR/outbox",
                "/readyz",
                "/livez",
                "/ordersx",
                "http://members/actuator/outbox",
                "http://members/%61ctuator/outbox",
                "*"
            })
    void onlyThePathsOfTheApiGoToTheMembers(String target) throws Exception {
        int before = one.asked.get() + two.asked.get();

        for (String method : List.of("GET", "POST")) {
            String answer = raw(method, target);

            assertThat(answer).as(method + " " + target).startsWith("HTTP/1.1 404 ");
            assertThat(answer).contains("application/problem+json", "/problems/not-found");
        }
        assertThat(one.asked.get() + two.asked.get()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/orders",
                "/orders?customerId=ada%20b",
                "/%6frders",
                "/orders/01a1f874-3e4b-7000-9f10-2b7d3c9e4a55/events?after=1",
                "/orders/validate",
                "/orders/feed",
                "/stats?step=hour",
                "/stats/feed",
                "/webhooks",
                "/webhooks/01a1f874-3e4b-7000-9f10-2b7d3c9e4a55/redeliver",
                "/problems/not-found",
                "/docs",
                "/swagger-ui/index.html",
                "/swagger-ui/swagger-ui.css",
                "/v3/api-docs",
                "/v3/api-docs/swagger-config"
            })
    void thePathsOfTheApiGoToTheMembers(String target) throws Exception {
        assertThat(raw("GET", target)).startsWith("HTTP/1.1 200 ");
    }

    /// The stand-ins answer everything but the path of the probe as an order.
    private String raw(String method, String target) throws IOException {
        try (Socket socket = new Socket(Stack.LOOPBACK, balancer.getPort())) {
            socket.setSoTimeout(Math.toIntExact(SOON.toMillis()));
            socket.getOutputStream()
                    .write(
                            "%s %s HTTP/1.1\r\nHost: members\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                                    .formatted(method, target)
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aRefusedCommandGoesToTheOtherMemberOnlyWhenItHasAKey() throws Exception {
        one.orders.set(503);
        two.orders.set(503);
        one.asked.set(0);
        two.asked.set(0);
        assertThat(send("POST", "/orders", false).statusCode()).isEqualTo(503);
        assertThat(one.asked.get() + two.asked.get()).as("sent once").isEqualTo(1);

        two.orders.set(201);
        for (int i = 0; i < 6; i++) {
            assertThat(send("POST", "/orders", true).body()).isEqualTo("two");
            assertThat(send("GET", "/orders/1", false).body()).isEqualTo("two");
        }
        assertThat(one.asked.get()).as("it was asked and refused").isPositive();
    }

    @Test
    void aMemberThatIsGoneIsNotNoticedByClients() throws Exception {
        one.close();

        for (int i = 0; i < 6; i++) {
            assertThat(send("POST", "/orders", false).body()).isEqualTo("two");
        }
    }

    /// Who answers a few requests.
    private Set<String> answering() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < 4; i++) {
            names.add(send("GET", "/orders", false).body());
        }
        return names;
    }

    private HttpResponse<String> send(String method, String path, boolean key)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(method, path);
        if (key) {
            request.header("Idempotency-Key", "key-1");
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> begin(String method, String path) {
        return http.sendAsync(request(method, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String method, String path) {
        return HttpRequest.newBuilder(balancer.resolve(path))
                .timeout(SOON)
                .method(method, HttpRequest.BodyPublishers.ofString("{}"));
    }
}
