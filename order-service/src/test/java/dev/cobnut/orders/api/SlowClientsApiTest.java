package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Clients that send a byte now and then, or read one. Hundreds of them must not keep others out.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.http.in-flight-max=4",
            "cobnut.http.head-time-max=2s",
            "cobnut.http.body-time-max=5s",
            "cobnut.http.answer-time-max=1s"
        })
@Import(SlowClientsApiTest.SmallSendBuffers.class)
@ExtendWith(OutputCaptureExtension.class)
class SlowClientsApiTest {

    private static final int CLIENTS = 512;
    private static final long MS_BETWEEN_BYTES = 200;

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    private final List<RawClient> clients = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    /// What a client does not read stays in the service, as it does for clients far away.
    @TestConfiguration(proxyBeanMethods = false)
    static class SmallSendBuffers {

        @Bean
        TomcatConnectorCustomizer smallSendBuffers() {
            return connector -> connector.setProperty("socket.txBufSize", "8192");
        }
    }

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    @AfterEach
    void leave() throws IOException {
        clock.shutdownNow();
        for (RawClient client : clients) {
            client.close();
        }
    }

    @Test
    void hundredsOfBodiesThatComeSlowlyKeepNobodyOutAndAreAnsweredAfterATime() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(
                    RawClient.on(port)
                            .send(
                                    "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"));
        }
        dripToAll(" ");

        for (int i = 0; i < 10; i++) {
            assertThat(api.post("/orders", ApiClient.ORDER).status()).isEqualTo(201);
        }
        assertThat(metric("http_in_flight")).isZero();

        for (RawClient client : clients) {
            RawAnswer answer = client.answer();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.text()).contains("/problems/request-timeout");
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void headsThatComeSlowlyAreCutOff() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(RawClient.on(port).send("GET /orders HTTP/1.1\r\nHost: localhost\r\nX: "));
        }
        dripToAll("x");

        assertThat(api.post("/orders", ApiClient.ORDER).status()).isEqualTo(201);
        for (RawClient client : clients) {
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    /// The log once had a stack trace for each of them.
    @Test
    void whoReadsAnAnswerTooSlowlyLosesTheConnectionAndThePlace(CapturedOutput output)
            throws Exception {
        String order = orderWithManyEvents();
        RawClient client = RawClient.withSmallWindow(port);
        clients.add(client);
        client.send("GET " + order + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        Awaitility.await()
                .atMost(2, TimeUnit.MINUTES)
                .untilAsserted(() -> assertThat(metric("http_in_flight")).isEqualTo(1));
        CompletableFuture<String> all = read(client, 1_024, MS_BETWEEN_BYTES);

        Awaitility.await()
                .atMost(2, TimeUnit.MINUTES)
                .untilAsserted(() -> assertThat(metric("http_in_flight")).isZero());
        assertThat(all.get(2, TimeUnit.MINUTES)).startsWith("HTTP/1.1 200").doesNotEndWith("}");
        assertThat(output).doesNotContain("ERROR", "\tat ");
    }

    /// It takes longer than the time in which any rate is allowed: 280 KB, 4 KB at a time.
    @Test
    void whoReadsAnAnswerAtAFairRateGetsAllOfIt() throws Exception {
        String order = orderWithManyEvents();
        RawClient client = RawClient.withSmallWindow(port);
        clients.add(client);
        long begin = System.nanoTime();
        client.send(
                "GET "
                        + order
                        + "/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(read(client, 4_096, MS_BETWEEN_BYTES / 10).get(2, TimeUnit.MINUTES))
                .endsWith("]}\r\n0\r\n\r\n");
        assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
    }

    /// Reads at a steady rate.
    ///
    /// @return what came until the connection ended
    private CompletableFuture<String> read(RawClient client, int bytesMax, long everyMs) {
        var all = new ByteArrayOutputStream();
        byte[] some = new byte[bytesMax];
        var ended = new CompletableFuture<String>();
        var _ =
                clock.scheduleAtFixedRate(
                        () -> {
                            try {
                                int read = client.read(some);
                                if (read < 0) {
                                    ended.complete(all.toString(StandardCharsets.ISO_8859_1));
                                } else {
                                    all.write(some, 0, read);
                                }
                            } catch (SocketException _) {
                                ended.complete(all.toString(StandardCharsets.ISO_8859_1));
                            } catch (IOException e) {
                                ended.completeExceptionally(e);
                            }
                        },
                        0,
                        everyMs,
                        TimeUnit.MILLISECONDS);
        return ended;
    }

    private String orderWithManyEvents() {
        String lines =
                IntStream.range(0, 100)
                        .mapToObj(i ->
                                "{\"productId\":\"%s-%d\",\"quantity\":1,\"unitPrice\":1}"
                                        .formatted("x".repeat(90), i))
                        .collect(Collectors.joining(",", "{\"lines\":[", "]}"));
        String order = api.placed();
        for (int i = 0; i < 20; i++) {
            assertThat(api.put(order + "/lines", lines).status()).isEqualTo(200);
        }
        return order;
    }

    private double metric(String name) {
        return api.get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /// Until the service has closed the connection.
    private void dripToAll(String bytes) {
        List<RawClient> open = new ArrayList<>(clients);
        var _ =
                clock.scheduleAtFixedRate(
                        () ->
                                open.removeIf(client -> {
                                    try {
                                        client.send(bytes);
                                        return false;
                                    } catch (IOException _) {
                                        return true;
                                    }
                                }),
                        0,
                        MS_BETWEEN_BYTES,
                        TimeUnit.MILLISECONDS);
    }
}
