package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import io.micrometer.observation.ObservationHandler;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

/// Every answer has a correlation id, and no tracer is asked for it while tracing is off.
class CorrelationApiTest extends ApiTest {

    private static final String HEADER = "X-Correlation-Id";

    @Autowired
    @SuppressWarnings("NullAway.Init") // injected
    private ApplicationContext context;

    @Test
    void theIdOfTheRequestComesBack() {
        Answer placed = api.post("/orders", ApiClient.ORDER, HEADER, "basket-7");

        assertThat(placed.status()).isEqualTo(201);
        assertThat(placed.header(HEADER)).isEqualTo("basket-7");
        assertThat(api.get("/orders/x", HEADER, "basket-8").header(HEADER)).isEqualTo("basket-8");
    }

    @Test
    void anIdIsMadeForARequestWithoutOne() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            ids.add(api.get("/problems").header(HEADER));
        }

        assertThat(ids).hasSize(100).allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1",
                "GET /orders?customerId=ada HTTP/1.1\r\nHost: evil.example",
                "GET /orders/%zz HTTP/1.1\r\nHost: 127.0.0.1",
                "POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 0",
                "POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: strange",
                "GET /orders HTTP/1.1",
                "GET /orders?customerId=a HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Correlation-Id: two words",
                "GET /orders?customerId=a HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Correlation-Id: a\r\nX-Correlation-Id: b"
            })
    void aRefusalHasExactlyOneIdThatCanBeUsed(String request) throws IOException {
        String answer;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream()
                    .write(
                            (request + "\r\nConnection: close\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(
                        answer.lines()
                                .takeWhile(line -> !line.isEmpty())
                                .filter(line -> line.startsWith(HEADER + ": ")))
                .as(answer)
                .hasSize(1)
                .allMatch(line -> line.matches(HEADER + ": [0-9a-f]{32}"));
    }

    /// Off means off: nothing of it is there that could take time.
    @Test
    void withoutTracingThereIsNoTracerNoFilterAndNoHandlerOfIt() {
        assertThat(context.getBeanNamesForType(io.micrometer.tracing.Tracer.class)).isEmpty();
        assertThat(context.getBeansOfType(ObservationHandler.class).values())
                .noneMatch(handler -> handler.getClass().getName().contains("tracing"));
        assertThat(context.getBeansOfType(Filter.class).values())
                .noneMatch(filter -> filter.getClass().getSimpleName().contains("Trace"));
        assertThat(context.getBeanDefinitionNames())
                .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).contains("tracing"));
    }
}
