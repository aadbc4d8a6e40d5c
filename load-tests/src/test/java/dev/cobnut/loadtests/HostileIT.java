package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.session.DeliveryControl;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import dev.cobnut.loadtests.service.OrderServiceSubject;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Clients that do only what is allowed, but much of it, against the service on the heap as
/// shipped. The process stays alive, a normal client is served, and what is refused is refused with
/// 503 and `Retry-After`.
@TestInstance(Lifecycle.PER_CLASS)
class HostileIT {

    private static final String CUSTOMER = "hostile";
    private static final int LARGE_ORDERS = 3_500;
    private static final Duration LARGE_ORDERS_MAX = Duration.ofSeconds(25);
    private static final Duration DELIVERED_MAX = Duration.ofMinutes(2);
    private static final int CLIENTS = 64;
    private static final int LARGE_EVENTS = 150;
    private static final int UNREAD_PAGES = 160;
    private static final int IDLE_CONNECTIONS = 2_000;
    private static final int SLOW_CLIENTS = 600;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration NORMAL_SERVED_MAX = Duration.ofSeconds(100);
    private static final Duration ANSWER_MAX = Duration.ofMinutes(2);

    private static final String ADDRESS =
            "{\"name\":\"Ada\",\"line1\":\"1 Nut Street\",\"city\":\"Kent\",\"postalCode\":\"TN1\",\"country\":\"GB\"}";

    private ServiceProcess service;
    private OrdersClient normal;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        service = RealService.start(folder);
        normal = new OrdersClient(service.uri());
    }

    @AfterEach
    void disconnect() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @AfterAll
    void stop() throws IOException {
        http.shutdownNow();
        if (normal != null) {
            normal.close();
            service.close();
        }
    }

    /// While they are placed, nothing is delivered, so that they wait in the outbox as well.
    @Test
    void manyOrdersOfTheLargestSizeDoNotEndTheProcess() throws Exception {
        DeliveryControl delivery = new OrderServiceSubject().delivery(service);
        delivery.fill(1, "hold");
        long end = System.nanoTime() + LARGE_ORDERS_MAX.toNanos();
        AtomicInteger left = new AtomicInteger(LARGE_ORDERS);
        AtomicInteger placed = new AtomicInteger();
        String body = largeOrder();

        together(
                CLIENTS,
                _ ->
                        () -> {
                            while (left.getAndDecrement() > 0 && System.nanoTime() < end) {
                                HttpResponse<String> answer = post("/orders", "POST", body);
                                assertThat(isServedOrRefusedInOrder(answer, 201))
                                        .as(answer.body())
                                        .isTrue();
                                if (answer.statusCode() == 201) {
                                    placed.incrementAndGet();
                                }
                            }
                            return true;
                        });

        assertThat(placed).hasValueGreaterThan(CLIENTS);
        aNormalClientIsServed();
        delivery.release();
        await().atMost(DELIVERED_MAX).until(() -> delivery.undelivered() == 0);
        aNormalClientIsServed();
    }

    @Test
    void pagesOfLargeEventsAndOrdersThatNobodyReadsDoNotEndTheProcess() throws Exception {
        String orderId = placedLarge();
        String lines = "{\"lines\":" + lines() + "}";
        for (int i = 1; i < LARGE_EVENTS; i++) {
            HttpResponse<String> changed = post("/orders/" + orderId + "/lines", "PUT", lines);
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        }
        for (int i = 0; i < CLIENTS; i++) {
            placedLarge();
        }

        List<String> statuses =
                together(
                        UNREAD_PAGES,
                        i ->
                                () ->
                                        statusOf(
                                                i % 2 == 0
                                                        ? "/orders/" + orderId + "/events"
                                                        : "/orders?limit=100&customerId="
                                                                + CUSTOMER));

        assertThat(statuses).allMatch(head -> head.contains(" 200 ") || isRefusal(head));
        assertThat(statuses).anyMatch(head -> head.contains(" 200 "));
        aNormalClientIsServed();
    }

    @Test
    void thousandsOfIdleConnectionsKeepNobodyOut() throws Exception {
        for (int i = 0; i < IDLE_CONNECTIONS; i++) {
            connect();
        }
        aNormalClientIsServed();
    }

    /// More than there are places in the service.
    @Test
    void headsAndBodiesThatArriveSlowlyKeepNobodyOut() throws Exception {
        byte[] head = "GET /orders/1 HTTP/1.1\r\nHost: 127".getBytes(StandardCharsets.US_ASCII);
        byte[] body =
                "POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"
                        .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < SLOW_CLIENTS; i++) {
            connect().getOutputStream().write(head);
            connect().getOutputStream().write(body);
        }
        aNormalClientIsServed();
    }

    /// Places an order and reads it, with the repetitions that a refusal asks for.
    private void aNormalClientIsServed() throws Exception {
        CommandRequest place =
                new CommandRequest(
                        CommandKind.PLACE,
                        UUID.randomUUID().toString(),
                        null,
                        null,
                        OrderBodies.placement("normal", "Jane"));
        Answer answer =
                await().pollDelay(Duration.ZERO)
                        .pollInterval(RETRY_AFTER)
                        .atMost(NORMAL_SERVED_MAX)
                        .until(() -> normal.send(place), sent -> sent.status() != 503);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(normal.order(answer.json().path("orderId").asString())).isPresent();
        assertThat(service.isAlive()).isTrue();
    }

    private String placedLarge() throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/orders", "POST", largeOrder());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return answer.headers().firstValue("Location").orElseThrow().substring("/orders/".length());
    }

    private HttpResponse<String> post(String path, String method, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(service.uri().resolve(path))
                        .timeout(ANSWER_MAX)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static boolean isServedOrRefusedInOrder(HttpResponse<String> answer, int success) {
        return answer.statusCode() == success
                || (answer.statusCode() == 503
                        && answer.headers().firstValue("Retry-After").isPresent());
    }

    private static boolean isRefusal(String head) {
        return head.contains(" 503 ") && head.contains("Retry-After:");
    }

    /// The head of an answer whose rest is not read.
    private String statusOf(String path) throws IOException {
        Socket socket = connect();
        socket.setSoTimeout((int) ANSWER_MAX.toMillis());
        socket.getOutputStream()
                .write(
                        ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        try {
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    break;
                }
                head.append((char) next);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer to " + path + " within " + ANSWER_MAX, e);
        }
        return head.toString();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
        socket.connect(service.address(), (int) ANSWER_MAX.toMillis());
        return socket;
    }

    private static <T> List<T> together(int count, IntFunction<Callable<T>> client)
            throws Exception {
        List<T> results = new ArrayList<>(count);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                running.add(threads.submit(client.apply(i)));
            }
            for (Future<T> one : running) {
                results.add(one.get());
            }
        }
        return results;
    }

    private static String largeOrder() {
        return "{\"customerId\":\"%s\",\"currency\":\"EUR\",\"lines\":%s,\"shippingAddress\":%s}"
                .formatted(CUSTOMER, lines(), ADDRESS);
    }

    /// A hundred lines with the longest product ids: 36 KB.
    private static String lines() {
        return IntStream.range(100, 200)
                .mapToObj(i ->
                        "{\"productId\":\"%s%d\",\"quantity\":1,\"unitPrice\":\"1.00\"}"
                                .formatted("漢".repeat(97), i))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
