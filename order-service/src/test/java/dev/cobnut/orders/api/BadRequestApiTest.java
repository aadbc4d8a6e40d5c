package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Wrong requests with a good body: headers, paths, parameters.
class BadRequestApiTest extends ApiTest {

    private static final String UNKNOWN = "/orders/019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55";
    private static final int TIMEOUT_MS = 120_000;

    @Test
    void anOrderThatWasNeverPlacedIsNotFound() {
        api.get(UNKNOWN).isProblem(OrderAnswers.ORDER_NOT_FOUND);
        api.get(UNKNOWN + "/events").isProblem(OrderAnswers.ORDER_NOT_FOUND);
        api.get(UNKNOWN + "/events?after=3").isProblem(OrderAnswers.ORDER_NOT_FOUND);
        for (String step : new String[] {"confirm", "pay", "ship", "deliver", "cancel"}) {
            api.step(UNKNOWN, step).isProblem(OrderAnswers.ORDER_NOT_FOUND);
        }
        api.put(UNKNOWN + "/lines", ApiClient.NEW_LINES).isProblem(OrderAnswers.ORDER_NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "validate",
                "019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a5",
                "1-1-1-1-1",
                "019aa2f4x5b1c-7c3e-8f10-2b7d3c9e4a55",
                "..%2Forders",
                "%F0%9F%8C%B0"
            })
    void anOrderIdIsAUuid(String id) {
        Answer answer = api.get("/orders/" + id);

        if (!id.contains("%2F")) {
            answer.isProblem(OrderAnswers.MALFORMED_ORDER_ID);
        } else {
            answer.isProblem(ProblemType.MALFORMED_REQUEST);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/order", "/orders/1/2/3", "/error", "/static/x.js", "/actuator/env"})
    void anUnknownPathIsNotFound(String path) {
        api.get(path).isProblem(ProblemType.NOT_FOUND);
    }

    @Test
    void aMethodThatIsNotAllowedIsAnsweredWithThoseThatAre() {
        Answer answer = api.send("DELETE", "/orders", BodyPublishers.noBody());
        answer.isProblem(ProblemType.METHOD_NOT_ALLOWED).saying("DELETE is not allowed here.");
        assertThat(answer.header("Allow").split(", ")).containsExactlyInAnyOrder("GET", "POST");
        api.get(UNKNOWN + "/confirm").isProblem(ProblemType.METHOD_NOT_ALLOWED);
        api.send("PATCH", UNKNOWN, BodyPublishers.ofString("{}"))
                .isProblem(ProblemType.METHOD_NOT_ALLOWED);
    }

    @Test
    void anAnswerInAnotherFormatCannotBeHad() {
        api.get(UNKNOWN, "Accept", "application/xml").isProblem(ProblemType.NOT_ACCEPTABLE);
        api.get(UNKNOWN, "Accept", "nonsense").isProblem(ProblemType.NOT_ACCEPTABLE);
        assertThat(api.get(api.placed(), "Accept", "text/html, */*;q=0.1").status()).isEqualTo(200);
    }

    @Test
    void aBodyInAnotherFormatIsNotRead() {
        for (String type : new String[] {"text/plain", "application/jsonp", "application/xml"}) {
            Answer answer =
                    api.send(
                            "POST",
                            "/orders",
                            BodyPublishers.ofString(ApiClient.ORDER),
                            "Content-Type",
                            type);
            answer.isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
            assertThat(answer.header("Accept")).isEqualTo("application/json");
        }
        api.send("POST", "/orders", BodyPublishers.ofString(ApiClient.ORDER))
                .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
        api.send(
                        "POST",
                        UNKNOWN + "/confirm",
                        BodyPublishers.ofString("x"),
                        "Content-Type",
                        "text/plain")
                .isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
        assertThat(
                        api.send(
                                        "POST",
                                        "/orders",
                                        BodyPublishers.ofString(ApiClient.ORDER),
                                        "Content-Type",
                                        "Application/JSON; charset=utf-8")
                                .status())
                .isEqualTo(201);
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedWhetherItAnnouncesItsLengthOrNot() {
        byte[] large = new byte[256 * 1024 + 1];
        Arrays.fill(large, (byte) ' ');

        api.send(
                        "POST",
                        "/orders",
                        BodyPublishers.ofByteArray(large),
                        "Content-Type",
                        "application/json")
                .isProblem(ProblemType.BODY_TOO_LARGE)
                .saying("The body may have at most 262144 bytes.");
        api.send(
                        "POST",
                        "/orders",
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)),
                        "Content-Type",
                        "application/json")
                .isProblem(ProblemType.BODY_TOO_LARGE);
    }

    @Test
    void aBodyInChunksIsReadToTheLimit() {
        String padded = ApiClient.ORDER + " ".repeat(256 * 1024 - ApiClient.ORDER.length());
        byte[] bytes = padded.getBytes(StandardCharsets.UTF_8);

        assertThat(
                        api.send(
                                        "POST",
                                        "/orders",
                                        BodyPublishers.ofInputStream(
                                                () -> new ByteArrayInputStream(bytes)),
                                        "Content-Type",
                                        "application/json")
                                .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "W/\"1\"",
                "1",
                "\"\"",
                "\"0\"",
                "\"01\"",
                "\"-1\"",
                "\"abc\"",
                "\"1\", \"2\"",
                "\"1234567890123456789\"",
                "\"",
                "**"
            })
    void anIfMatchThatThisServiceNeverGaveIsRefused(String tag) {
        api.step(UNKNOWN, "confirm", "If-Match", tag)
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying("If-Match must be one ETag as this service gives it, like \"3\", or *.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Correlation-Id", "X-Causation-Id"})
    void theIdOfACorrelationOrACauseIsShortAndVisible(String header) {
        api.post("/orders", ApiClient.ORDER, header, "c".repeat(129))
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying(header + " must have 1 to 128 visible ASCII characters.");
        api.post("/orders", ApiClient.ORDER, header, "a b").isProblem(ProblemType.MALFORMED_HEADER);
        assertThat(api.post("/orders", ApiClient.ORDER, header, "c".repeat(128)).status())
                .isEqualTo(201);
    }

    @Test
    void allWrongParametersAreReportedAtOnce() {
        api.get("/orders?limit=0&before=x&order=asc&limit=3")
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors(
                        "limit is given more than once",
                        "limit must be a whole number from 1 to 100",
                        "order is not known; known are [customerId, status, productId, placedFrom, placedTo, sort, limit, cursor, before]",
                        "before must be the `next` of the page before");
        api.get("/orders?customerId=%20&limit=101")
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors(
                        "customerId must not be blank",
                        "limit must be a whole number from 1 to 100");
        api.get(UNKNOWN + "/events?after=-1&limit=ten")
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors(
                        "after must be a whole number from 0",
                        "limit must be a whole number from 1 to 1000");
    }

    @Test
    void brokenHttpIsAnsweredWithAProblemToo() throws IOException {
        for (String line :
                new String[] {
                    "GET /orders/%zz HTTP/1.1",
                    "GET /orders|x HTTP/1.1",
                    "GET /orders?a=<b> HTTP/1.1",
                    "G@T /orders HTTP/1.1"
                }) {
            String answer = raw(line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(answer)
                    .as(line)
                    .startsWith("HTTP/1.1 400")
                    .contains("application/problem+json", "/problems/malformed-request")
                    .doesNotContain("<html", "Tomcat", "Exception");
        }
    }

    @Test
    void headersBeyondTheLimitAreRefused() throws IOException {
        String answer =
                raw(
                        "GET /orders HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: "
                                + "x".repeat(20_000)
                                + "\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("<html", "Exception");
    }

    @Test
    void everyProblemTypeIsExplainedUnderItsUri() {
        JsonNode all = api.get("/problems").json().path("problems");

        assertThat(all.size()).isEqualTo(ProblemType.general().size() + 6);
        for (JsonNode type : all) {
            Answer answer = api.get(type.path("type").asString());
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json()).isEqualTo(type);
            assertThat(answer.json().path("explanation").asString()).isNotBlank();
        }
        api.get("/problems/none").isProblem(ProblemType.NOT_FOUND);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
