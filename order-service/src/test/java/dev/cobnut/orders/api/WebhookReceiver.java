package dev.cobnut.orders.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The receiver of a subscriber: a real HTTP server on a port of its own, whose answers a test
/// decides. It takes an event before it answers, and refuses what is not signed with its secret.
public final class WebhookReceiver implements AutoCloseable {

    /// An event as it was taken, or as the service has it.
    public record Arrival(String id, String subject, long version) {}

    /// Answers a request: takes the event or not, and gives a status.
    @FunctionalInterface
    public interface Behaviour {

        /// @param take notes the event as taken
        /// @return the status; 0 to break the connection
        int answer(HttpExchange exchange, Runnable take) throws InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private final List<String> signatures = new CopyOnWriteArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger forged = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Behaviour behaviour = WebhookReceiver::well;
    private volatile String secret = "";

    public WebhookReceiver() throws IOException {
        this(0);
    }

    WebhookReceiver(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    static int well(HttpExchange exchange, Runnable take) {
        take.run();
        return 204;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            requests.incrementAndGet();
            String signature = exchange.getRequestHeaders().getFirst("webhook-signature");
            if (!isGenuine(exchange, signature, body)) {
                forged.incrementAndGet();
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            signatures.add(signature);
            JsonNode event = JsonMapper.shared().readTree(body);
            int status = behaviour.answer(exchange, () -> take(event));
            if (status > 0) {
                exchange.sendResponseHeaders(status, -1);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isGenuine(HttpExchange exchange, String signature, byte[] body) {
        try {
            return new WebhookVerifier(secret)
                    .isGenuine(
                            exchange.getRequestHeaders().getFirst("webhook-id"),
                            exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                            signature,
                            body,
                            Instant.now());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private synchronized void take(JsonNode event) {
        events.add(event);
        arrivals.add(
                new Arrival(
                        event.path("id").asString(),
                        event.path("subject").asString(),
                        event.path("streamversion").asLong()));
    }

    /// Fails 30 % of the requests, drawn from a seed: before and after it took the event, with an
    /// error, a broken connection, a pause, or an answer that comes after the deadline.
    public static Behaviour unreliable(long seed, WebhookReceiver receiver, long lateMillis) {
        Random random = new Random(seed);
        return (exchange, take) -> {
            int draw;
            synchronized (random) {
                draw = random.nextInt(100);
            }
            boolean isTaken = draw < 70 || draw % 2 == 0;
            if (isTaken) {
                take.run();
            }
            return switch (draw) {
                case 70, 71, 72 -> {
                    receiver.stall(lateMillis);
                    yield 204;
                }
                case 73, 74, 75, 76, 77, 78, 79, 80, 81 -> 0;
                case 82, 83, 84, 85 -> {
                    exchange.getResponseHeaders().set("Retry-After", draw == 85 ? "1" : "0");
                    yield isTaken ? 503 : 429;
                }
                default -> draw < 70 ? 204 : 500;
            };
        };
    }

    public String url() {
        return "http://localhost:" + port() + "/events?token=of-the-shop";
    }

    int port() {
        return server.getAddress().getPort();
    }

    public void knows(String whsec) {
        secret = whsec;
    }

    public void behave(Behaviour next) {
        behaviour = next;
    }

    void answerWith(int status) {
        behave((_, _) -> status);
    }

    /// Waits, at most until the receiver is closed.
    void stall(long millis) throws InterruptedException {
        boolean _ = closed.await(millis, TimeUnit.MILLISECONDS);
    }

    /// In the order in which they came, with repetitions.
    public List<Arrival> arrivals() {
        return List.copyOf(arrivals);
    }

    List<JsonNode> events() {
        return List.copyOf(events);
    }

    List<String> signatures() {
        return List.copyOf(signatures);
    }

    int requests() {
        return requests.get();
    }

    public int forged() {
        return forged.get();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    /// What is wrong with what came, after repetitions are left out: a sentence for each event that
    /// is missing, unknown, or not directly behind its predecessor.
    public static List<String> faults(List<Arrival> sent, List<Arrival> came) {
        List<String> faults = new ArrayList<>();
        Set<Arrival> known = new HashSet<>(sent);
        Set<Arrival> seen = new HashSet<>();
        Map<String, Long> last = new HashMap<>();
        for (Arrival arrival : came) {
            if (!known.contains(arrival)) {
                faults.add("unknown: " + arrival);
            } else if (seen.add(arrival)) {
                long before = last.getOrDefault(arrival.subject(), 0L);
                if (arrival.version() != before + 1) {
                    faults.add("wrong order: " + arrival + " after " + before);
                }
                last.put(arrival.subject(), arrival.version());
            }
        }
        for (Arrival arrival : sent) {
            if (!seen.contains(arrival)) {
                faults.add("missing: " + arrival);
            }
        }
        return faults;
    }
}
