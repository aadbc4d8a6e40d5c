package dev.cobnut.loadtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import dev.cobnut.loadtests.standin.StandInFaults;
import dev.cobnut.loadtests.standin.StandInService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadGeneratorTest {

    private static final RequestTemplate PLACE =
            RequestTemplate.post(
                    "/orders",
                    Map.of("Idempotency-Key", "k-{n}"),
                    OrderBodies.placement("c-{n}", "Jane"));

    @TempDir Path folder;

    @Test
    void eachRequestCarriesItsOwnNumberAndKeepsItsLength() {
        ByteBuffer buffer = ByteBuffer.allocate(PLACE.length());

        PLACE.render(987_654_321_012L, buffer);

        String request = StandardCharsets.US_ASCII.decode(buffer).toString();
        String body = request.substring(request.indexOf("\r\n\r\n") + 4);
        assertThat(request).contains("Idempotency-Key: k-987654321012\r\n");
        assertThat(body).contains("\"customerId\":\"c-987654321012\"");
        assertThat(request).contains("Content-Length: " + body.length() + "\r\n");
    }

    @Test
    void aClosedLoopCountsWhatTheServiceAnsweredAndStored() throws Exception {
        try (StandInService service = StandInService.start(folder, StandInFaults.none());
                LoadGenerator generator = new LoadGenerator(service.address(), 8, 1);
                OrdersClient client = new OrdersClient(service.uri())) {
            // A first answer may take longer than the window on a busy machine.
            assertThat(generator.openLoop(PLACE, 100, Duration.ofMillis(80)).succeeded())
                    .isEqualTo(8);

            LoadResult result = generator.closedLoop(PLACE, Duration.ofSeconds(1));

            assertThat(result.byStatus()).containsOnlyKeys(201);
            assertThat(result.succeeded()).isPositive();
            assertThat(result.latencyNanos().getTotalCount())
                    .isBetween(result.succeeded(), result.succeeded() + 8);
            assertThat(result.broken() + result.unanswered()).isZero();
            assertThat(client.ordersOf("c-000000000001")).hasSize(1);
        }
    }

    /// A slow service once failed a benchmark: none of its answers came within a short window.
    @Test
    void aWindowThatIsTooShortForAnAnswerLastsUntilTheFirstOne() throws Exception {
        try (StandInService service = StandInService.start(folder, StandInFaults.none());
                LoadGenerator generator = new LoadGenerator(service.address(), 2, 1)) {
            LoadResult closed = generator.closedLoop(PLACE, Duration.ofNanos(1));

            assertThat(closed.succeeded()).isEqualTo(1);
            assertThat(closed.latencyNanos().getTotalCount()).isEqualTo(2);
            assertThat(closed.elapsedNanos()).isGreaterThan(1);
            assertThat(generator.openLoop(PLACE, 1, Duration.ofNanos(1)).succeeded()).isEqualTo(1);
        }
    }

    @Test
    void anOpenLoopSendsAsManyAsAreDue() throws Exception {
        try (StandInService service = StandInService.start(folder, StandInFaults.none());
                LoadGenerator generator = new LoadGenerator(service.address(), 8, 1)) {
            LoadResult result = generator.openLoop(PLACE, 200, Duration.ofMillis(500));

            assertThat(result.answered()).isEqualTo(100);
            assertThat(result.latencyNanos().getTotalCount()).isEqualTo(100);
            assertThat(result.unsent()).isZero();
        }
    }

    @Test
    void aServerThatClosesAfterEachAnswerIsConnectedToAgain() throws Exception {
        String answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
        try (ServerSocket listener = listener()) {
            answerEachConnectionOnce(listener, answer);
            InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
            try (LoadGenerator generator = new LoadGenerator(address, 2, 1)) {
                LoadResult result = generator.openLoop(PLACE, 100, Duration.ofMillis(100));

                assertThat(result.succeeded()).isEqualTo(10);
                assertThat(result.broken()).isZero();
            }
        }
    }

    @Test
    void aConnectionThatBreaksBeforeTheAnswerIsCounted() throws Exception {
        try (ServerSocket listener = listener()) {
            answerEachConnectionOnce(listener, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
            InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
            try (LoadGenerator generator = new LoadGenerator(address, 2, 1)) {
                LoadResult result = generator.openLoop(PLACE, 100, Duration.ofMillis(50));

                assertThat(result.answered()).isZero();
                assertThat(result.broken()).isEqualTo(5);
            }
        }
    }

    @Test
    void aServiceThatIsNotThereIsAResult() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket listener = listener()) {
            nobody = (InetSocketAddress) listener.getLocalSocketAddress();
        }
        try (LoadGenerator generator = new LoadGenerator(nobody, 2, 1)) {
            LoadResult result = generator.openLoop(PLACE, 100, Duration.ofMillis(20));

            assertThat(result.answered()).isZero();
            assertThat(result.broken()).isEqualTo(2);
        }
    }

    private static ServerSocket listener() throws Exception {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static void answerEachConnectionOnce(ServerSocket listener, String answer) {
        Thread.ofVirtual()
                .start(() -> {
                    while (!listener.isClosed()) {
                        try (Socket client = listener.accept()) {
                            byte[] request = new byte[PLACE.length()];
                            client.getInputStream().readNBytes(request, 0, request.length);
                            client.getOutputStream()
                                    .write(answer.getBytes(StandardCharsets.US_ASCII));
                        } catch (IOException _) {
                            // The generator went away; the next one is awaited.
                        }
                    }
                });
    }
}
