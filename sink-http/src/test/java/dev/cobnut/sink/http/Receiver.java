package dev.cobnut.sink.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cobnut.framework.event.Payload;
import io.cloudevents.CloudEvent;
import io.cloudevents.http.HttpMessageFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A receiver of events: a real HTTP server on a port of its own, whose answers a test decides.
final class Receiver implements AutoCloseable {

    /// One request, read whole.
    ///
    /// @param headers with names in lower case
    record Request(String method, String path, Map<String, String> headers, Payload body) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /// As the CloudEvents SDK reads it.
        CloudEvent event() {
            return HttpMessageFactory.createReader(headers, body.bytes()).toEvent();
        }

        /// Computes the signature by itself, with nothing of the sink.
        boolean isSignedWith(String secret) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(
                        new SecretKeySpec(
                                Base64.getDecoder().decode(secret.substring("whsec_".length())),
                                "HmacSHA256"));
                String text =
                        header("webhook-id")
                                + "."
                                + header("webhook-timestamp")
                                + "."
                                + body.asUtf8();
                byte[] expected = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
                return List.of(header("webhook-signature").split(" ", -1))
                        .contains("v1," + Base64.getEncoder().encodeToString(expected));
            } catch (GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }
    }

    /// Answers a request, or does not.
    @FunctionalInterface
    interface Behaviour {
        void answer(HttpExchange exchange, Request request)
                throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Behaviour behaviour = (exchange, _) -> answer(exchange, 204, "");

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request =
                    new Request(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().toString(),
                            exchange.getRequestHeaders().entrySet().stream()
                                    .collect(
                                            Collectors.toMap(
                                                    header ->
                                                            header.getKey()
                                                                    .toLowerCase(Locale.ROOT),
                                                    header -> header.getValue().getFirst())),
                            Payload.of(exchange.getRequestBody().readAllBytes()));
            requests.add(request);
            behaviour.answer(exchange, request);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    URI url() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/events");
    }

    void behave(Behaviour next) {
        behaviour = next;
    }

    void answerWith(int status, String body, String... headers) {
        behave((exchange, _) -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            answer(exchange, status, body);
        });
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /// Waits, at most until the receiver is closed.
    void stall(long millis) throws InterruptedException {
        boolean _ = closed.await(millis, TimeUnit.MILLISECONDS);
    }

    /// All requests that came, in the order in which they came.
    List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
