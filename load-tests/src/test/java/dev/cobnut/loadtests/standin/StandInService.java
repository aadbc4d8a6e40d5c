package dev.cobnut.loadtests.standin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The order API over [StandInOrders], in this process or, with [#main], in a process of its own.
///
/// Its journal is a file with one event per line, written before the answer. The file survives a
/// SIGKILL. With `--stand-in.acknowledge-first=true` the last [#UNWRITTEN] events are in no file.
public final class StandInService implements AutoCloseable {

    /// Acknowledged events that are always in memory only, so that every kill loses some.
    static final int UNWRITTEN = 16;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final StandInOrders orders = new StandInOrders();
    private final StandInFaults faults;
    private final Path journal;
    private final boolean acknowledgeFirst;
    private final Deque<String> unwritten = new ArrayDeque<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final StandInMetrics metrics = new StandInMetrics();
    private int appended;

    public StandInService(Path folder, int port, boolean acknowledgeFirst, StandInFaults faults)
            throws IOException {
        this.faults = faults;
        this.acknowledgeFirst = acknowledgeFirst;
        this.journal = folder.resolve("events.jsonl");
        if (Files.exists(journal)) {
            Files.readAllLines(journal)
                    .forEach(line -> orders.apply(JSON.readTree(line).asObject()));
        }
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        warmUp();
        server.start();
    }

    public static StandInService start(Path folder, StandInFaults faults) throws IOException {
        return new StandInService(folder, 0, false, faults);
    }

    /// Starts it as the real one is started.
    public static ServiceCommand command() {
        return new ServiceCommand(
                List.of(
                        ServiceCommand.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StandInService.class.getName()),
                OrderServiceCommand.CONTRACT);
    }

    static void main(String[] arguments) throws IOException {
        int port = 0;
        Path folder = Path.of("data");
        boolean acknowledgeFirst = false;
        for (String argument : arguments) {
            String value = argument.substring(argument.indexOf('=') + 1);
            if (argument.startsWith("--server.port=")) {
                port = Integer.parseInt(value);
            } else if (argument.startsWith("--cobnut.data=")) {
                folder = Path.of(value);
            } else if (argument.startsWith("--stand-in.acknowledge-first=")) {
                acknowledgeFirst = Boolean.parseBoolean(value);
            }
        }
        StandInService service =
                new StandInService(folder, port, acknowledgeFirst, StandInFaults.none());
        System.out.println("stand-in at " + service.uri());
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    /// Loads the classes of a placement, so that the first request of a short test is not the
    /// slowest.
    private static void warmUp() {
        JsonNode placement = JSON.readTree(OrderBodies.placement("nobody", "nobody"));
        new StandInOrders().decide(CommandKind.PLACE, "nobody", null, null, placement);
    }

    private void handle(HttpExchange exchange) throws IOException {
        StandInReply reply;
        try (exchange) {
            reply = reply(exchange);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            metrics.answered(exchange.getRequestURI().getPath(), reply.status());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private StandInReply reply(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String[] parts = path.split("/", -1);
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (path.startsWith("/actuator/health")) {
            return new StandInReply(200, "{\"status\":\"UP\"}");
        }
        if (path.equals("/actuator/prometheus")) {
            return new StandInReply(200, metrics.page());
        }
        if (path.equals("/orders/validate")) {
            JsonNode lines = JSON.readTree(body).path("lines");
            return new StandInReply(
                    200, StandInOrders.totalOf(lines).put("currency", "EUR").toString());
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            return command(exchange, parts, body);
        }
        synchronized (this) {
            if (parts.length == 2) {
                return ok(orders.ordersOf(query.replace("customerId=", "")));
            }
            if (!orders.has(parts[2])) {
                return new StandInReply(404, "{}");
            }
            return ok(parts.length == 4 ? orders.eventsOf(parts[2]) : orders.order(parts[2]));
        }
    }

    private synchronized StandInReply command(HttpExchange exchange, String[] parts, String body)
            throws IOException {
        @Nullable String given = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String key = given == null ? UUID.randomUUID().toString() : given;
        @Nullable String version = exchange.getRequestHeaders().getFirst("If-Match");
        @Nullable Long ifMatch = version == null ? null : Long.valueOf(version.replace("\"", ""));
        @Nullable String id = parts.length == 2 ? null : parts[2];
        if (faults.forgetKeys()) {
            orders.forgetKey(key);
        }
        StandInOrders.Decided decided =
                orders.decide(kind(parts), key, id, ifMatch, JSON.readTree(body));
        ObjectNode event = decided.event();
        if (event != null) {
            metrics.delivered();
        }
        if (event != null && (faults.loseEvery() == 0 || ++appended % faults.loseEvery() != 0)) {
            store(event.toString());
        }
        return decided.reply();
    }

    private void store(String line) throws IOException {
        unwritten.addLast(line);
        if (!acknowledgeFirst || unwritten.size() > UNWRITTEN) {
            Files.writeString(
                    journal,
                    unwritten.removeFirst() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private static CommandKind kind(String[] parts) {
        return switch (parts.length == 2 ? "" : parts[3]) {
            case "" -> CommandKind.PLACE;
            case "lines" -> CommandKind.CHANGE_LINES;
            case String step -> CommandKind.valueOf(step.toUpperCase(Locale.ROOT));
        };
    }

    private static StandInReply ok(ObjectNode body) {
        return new StandInReply(200, body.toString());
    }
}
