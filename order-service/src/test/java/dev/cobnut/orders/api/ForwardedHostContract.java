package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// A service on loopback that believes a proxy's headers. The page of another site can send them,
/// too.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "cobnut.http.hosts=orders.example")
abstract class ForwardedHostContract {

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example,    localhost,      421",
        "evil.example:80, localhost,      421",
        "localhost,       evil.example,   421",
        "127.0.0.1:8080,  evil.example:80, 421",
        "localhost:8080,  orders.example, 200",
        "orders.example,  localhost,      200",
        "[::1]:8080,      orders.example, 200"
    })
    void bothTheHostAndTheForwardedHostAreKnown(String host, String forwarded, int status)
            throws IOException {
        assertThat(answer("GET /orders?customerId=ada", host, "X-Forwarded-Host: " + forwarded))
                .returns(status, RawAnswer::status);
    }

    /// @param header one more line of the head
    final RawAnswer answer(String request, String host, String header) throws IOException {
        try (RawClient client = RawClient.on(port)) {
            client.send(
                    "%s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: http\r\n%s\r\n\r\n"
                            .formatted(request, host, header));
            return client.answer();
        }
    }
}
