package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

/// Spring's filter applies the headers, whoever sends them. It believes `Forwarded`, too.
@TestPropertySource(properties = "server.forward-headers-strategy=framework")
class ForwardedHostFrameworkApiTest extends ForwardedHostContract {

    @ParameterizedTest
    @CsvSource({
        "evil.example,   localhost,      421",
        "localhost,      evil.example,   421",
        "localhost:8080, orders.example, 200"
    })
    void theHostOfTheStandardHeaderIsKnownToo(String host, String forwarded, int status)
            throws IOException {
        assertThat(answer("GET /orders?customerId=ada", host, "Forwarded: host=" + forwarded))
                .returns(status, RawAnswer::status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders", "/actuator", ""})
    void aForwardedPrefixDoesNotHideAWriteOfTheActuator(String prefix) throws IOException {
        assertThat(
                        answer(
                                "POST /actuator/outbox",
                                "localhost",
                                "Content-Length: 0\r\nX-Forwarded-Prefix: " + prefix))
                .returns(415, RawAnswer::status);
    }
}
