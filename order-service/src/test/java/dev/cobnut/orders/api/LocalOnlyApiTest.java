package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A browser on this machine runs pages of other sites. They must not read or write here.
class LocalOnlyApiTest extends ApiTest {

    private static final String OUTBOX = "/actuator/outbox";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "evillocalhost",
                "1.2.3.4.5",
                "0x7f.1",
                "127.1"
            })
    void aNameOfAnotherSiteIsNotAnswered(String host) throws IOException {
        for (String path : new String[] {"/orders?customerId=ada", OUTBOX, "/docs", "/readyz"}) {
            RawAnswer answer = raw("GET " + path + " HTTP/1.1\r\nHost: " + host);

            assertThat(answer.status()).as(path).isEqualTo(421);
            assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
            assertThat(answer.text()).contains("/problems/misdirected-request");
        }
        assertThat(raw("GET http://" + host + OUTBOX + " HTTP/1.1\r\nHost: " + host).status())
                .isEqualTo(421);
        RawAnswer paused =
                raw(
                        "POST "
                                + OUTBOX
                                + " HTTP/1.1\r\nContent-Type: application/json\r\n"
                                + "Content-Length: 15\r\nHost: "
                                + host,
                        "{\"paused\":true}");
        assertThat(paused.status()).isEqualTo(421);
        assertThat(api.get(OUTBOX).json().path("paused").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:8080",
                "localhost.",
                "cobnut.localhost",
                "127.0.0.1",
                "127.0.0.1:1",
                "[::1]",
                "[::1]:8080",
                "192.0.2.7"
            })
    void namesOfThisMachineAndAddressesAreAnswered(String host) throws IOException {
        assertThat(raw("GET /orders?customerId=ada HTTP/1.1\r\nHost: " + host).status())
                .isEqualTo(200);
    }

    @Test
    void nothingIsWrittenWithoutTheContentTypeThatAPageCannotSend() {
        String order = api.placed();
        for (String type : new String[] {"", "text/plain", "application/x-www-form-urlencoded"}) {
            String[] headers = type.isEmpty() ? new String[0] : new String[] {"Content-Type", type};
            api.send("POST", OUTBOX, BodyPublishers.ofString("{\"paused\":true}"), headers)
                    .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
            api.send("POST", OUTBOX + "/order-1", BodyPublishers.noBody(), headers)
                    .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
            api.send("POST", order + "/confirm", BodyPublishers.noBody(), headers)
                    .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
        }
        assertThat(api.get(OUTBOX).json().path("paused").asBoolean()).isFalse();
        assertThat(api.get(order).json().path("status").asString()).isEqualTo("PLACED");
        assertThat(api.post(OUTBOX + "/order-1", null).json().path("events").asInt(-1)).isZero();
    }

    private RawAnswer raw(String head) throws IOException {
        return raw(head, "");
    }

    private RawAnswer raw(String head, String body) throws IOException {
        try (RawClient client = RawClient.on(port())) {
            return client.send(head + "\r\nConnection: close\r\n\r\n" + body).answer();
        }
    }
}
