package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Thousands of requests that are almost right, by raw sockets. A client's mistake is never an
/// error of the service, never hangs, and every error is a problem.
class FuzzApiTest extends ApiTest {

    private static final int CASES = 20_000;

    /// Of the cases of every run; `-Dcobnut.seed=…` makes others.
    private static final long SEED = 5_930_437_057_747_646_219L;

    private static final int AT_ONCE = 8;
    private static final int HANG_MS = 120_000;

    /// What of 5xx is the client's mistake: a coding and a version that do not exist.
    private static final Set<Integer> CLIENTS_5XX = Set.of(501, 505);

    @Test
    void noRequestIsAnErrorOfTheServiceAndEveryErrorIsAProblem() throws Exception {
        long seed = Long.getLong("cobnut.seed", SEED);
        Map<Long, String> wrong = new ConcurrentSkipListMap<>();
        Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
        var log = new ListAppender<ILoggingEvent>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        if (!SLF4JBridgeHandler.isInstalled()) {
            // A service that stopped in this JVM has taken the bridge with it.
            SLF4JBridgeHandler.install();
        }
        try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<?>> all =
                    LongStream.range(0, CASES)
                            .<Future<?>>mapToObj(i ->
                                    clients.submit(() -> {
                                        String problem = tryOut(seed + i, statuses);
                                        if (problem != null) {
                                            wrong.put(seed + i, problem);
                                        }
                                        return null;
                                    }))
                            .toList();
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            root.detachAppender(log);
            // One of the requests may have paused the delivery of the service that tests share.
            assertThat(api.post("/actuator/outbox", "{\"paused\":false}").status()).isEqualTo(200);
        }

        assertThat(few(wrong)).as("seed %d; statuses %s", seed, statuses).isEmpty();
        assertThat(
                        log.list.stream()
                                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                                .filter(event -> event.getThreadName().contains("-handler-"))
                                .map(event ->
                                        event.getLoggerName() + ": " + event.getFormattedMessage())
                                .distinct()
                                .limit(10))
                .as("seed %d: what is logged while a request is handled", seed)
                .isEmpty();
        assertThat(statuses.keySet())
                .as("the cases meet good and bad: %s", statuses)
                .contains(200, 400, 404, 405, 406, 413, 415, 422);
        assertThat(api.get(api.placed()).status()).isEqualTo(200);
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() ->
                        assertThat(api.get("/actuator/health").json().path("status").asString())
                                .isEqualTo("UP"));
    }

    /// Null when all is well.
    private @Nullable String tryOut(long seed, Map<Integer, Integer> statuses) throws IOException {
        byte[] request = new FuzzedRequest(seed).bytes();
        String begin = new String(request, StandardCharsets.ISO_8859_1);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(HANG_MS);
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            } catch (SocketException _) {
                // The service has refused it already, and may have answered.
                statuses.merge(0, 1, Integer::sum);
            }
            List<RawAnswer> answers =
                    new RawAnswers(new BufferedInputStream(socket.getInputStream()))
                            .all(begin.stripLeading().startsWith("HEAD"));
            for (RawAnswer answer : answers) {
                statuses.merge(answer.status(), 1, Integer::sum);
                String wrong = wrongWith(answer, begin.stripLeading().startsWith("HEAD"));
                if (wrong != null) {
                    return wrong
                            + " to "
                            + shortened(begin)
                            + " is "
                            + answer.status()
                            + answer.headers()
                            + answer.text();
                }
            }
            return null;
        } catch (SocketTimeoutException _) {
            return "hangs: " + shortened(begin);
        } catch (SocketException _) {
            // Reset: more was sent than the service reads of what it refuses.
            statuses.merge(0, 1, Integer::sum);
            return null;
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            // HTTP/0.9: its answers have no head. Tomcat also answers so when it could not read the
            // request line, if the last request that it handled with the same object was such a
            // one.
            if (isSimple(begin) || tellsOfTheRequestLine(message)) {
                return null;
            }
            return e.getMessage() + ": " + shortened(begin);
        }
    }

    /// A request line without a version.
    private static boolean isSimple(String request) {
        return request.strip().lines().findFirst().orElse("").strip().split("\\s+").length < 3;
    }

    /// An answer to a request line that could not be read: 400, and 501 when it begins with
    /// `CONNECT`.
    private static boolean tellsOfTheRequestLine(String answer) {
        return answer.contains("/problems/malformed-request") || answer.contains("\"status\":501");
    }

    private static @Nullable String wrongWith(RawAnswer answer, boolean head) {
        if (answer.status() >= 500 && !CLIENTS_5XX.contains(answer.status())) {
            return "5xx";
        }
        if (answer.status() < 400) {
            return null;
        }
        if (answer.headers().containsKey("allow") && answer.status() == 400) {
            // OPTIONS * has no answer with a body.
            return null;
        }
        if (!answer.header("content-type").equals("application/problem+json")) {
            return "no problem (" + answer.header("content-type") + ")";
        }
        if (head) {
            return null;
        }
        JsonNode problem = JsonMapper.shared().readTree(answer.text());
        if (problem.path("status").asInt() != answer.status()
                || !problem.path("type").asString("").startsWith("/problems/")
                || problem.path("detail").asString("").isBlank()) {
            return "no good problem";
        }
        try {
            URI.create(problem.path("instance").asString());
            return null;
        } catch (IllegalArgumentException _) {
            return "instance is no URI";
        }
    }

    private static String shortened(String text) {
        return text.length() < 600 ? text : text.substring(0, 600) + "…";
    }

    private static Map<Long, String> few(Map<Long, String> wrong) {
        Map<Long, String> few = new TreeMap<>();
        wrong.entrySet().stream()
                .limit(8)
                .forEach(entry -> few.put(entry.getKey(), entry.getValue()));
        return few;
    }
}
