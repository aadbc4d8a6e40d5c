package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Mistakes that were once answered 500, or as another mistake than they are. `FuzzApiTest` looks
/// for more.
class ClientMistakesApiTest extends ApiTest {

    private static final String UNKNOWN = "/orders/019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55";
    private static final String OUTBOX = "/actuator/outbox";

    @ParameterizedTest
    @ValueSource(strings = {"customerId=%", "=", "=x", "customerId=%zz", "a=1&", "customerId=%ff"})
    void aQueryThatCannotBeDecodedIsMalformed(String query) throws IOException {
        String all = query.equals("a=1&") ? query.repeat(60) : query;
        for (String path :
                new String[] {"/orders", UNKNOWN + "/events", "/actuator/health", OUTBOX}) {
            RawAnswer answer = get(path + "?" + all);

            if (answer.status() != 200 && answer.status() != 404) {
                assertThat(answer.status()).as(path + answer.text()).isEqualTo(400);
                assertThat(answer.text()).contains("/problems/malformed-parameter");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e2147483648",
                "1e-2147483649",
                "-1e99999999999",
                "1e-2147483648",
                "9e9999"
            })
    void anExponentThatOverflowsIsAWrongValue(String number) {
        String price = ApiClient.ORDER.replace("\"12.50\"", number);
        api.post("/orders", price).isProblem(ProblemType.VALIDATION);
        api.post("/orders/validate", price).isProblem(ProblemType.VALIDATION);
        api.put(UNKNOWN + "/lines", ApiClient.NEW_LINES.replace("1.5", number))
                .isProblem(ProblemType.VALIDATION);
        for (String step : new String[] {"pay", "ship", "cancel", "confirm", "deliver"}) {
            Answer answer =
                    api.post(
                            UNKNOWN + "/" + step,
                            "{\"amount\":%1$s,\"reference\":%1$s,\"reason\":%1$s}"
                                    .formatted(number));
            assertThat(answer.status()).as(step).isEqualTo(400);
        }
        assertThat(api.post(OUTBOX, "{\"paused\":" + number + "}").status()).isEqualTo(400);
    }

    @Test
    void aQuantityIsAWholeNumberHoweverItIsWritten() {
        for (String two : new String[] {"2", "2.0", "2e0", "0.2e1", "20e-1"}) {
            Answer answer = api.post("/orders", ApiClient.ORDER.replace(":2,", ":" + two + ","));
            assertThat(answer.status()).as(two + answer.body()).isEqualTo(201);
            assertThat(answer.json().at("/lines/0/quantity").toString()).isEqualTo("2");
        }
        for (String wrong : new String[] {"2.5", "1e-1"}) {
            api.post("/orders", ApiClient.ORDER.replace(":2,", ":" + wrong + ","))
                    .isProblem(ProblemType.BODY_SHAPE)
                    .withErrors("/lines/0/quantity must be a whole number");
        }
        for (String wrong : new String[] {"0.0", "1e9", "1e30", "-2.0"}) {
            api.post("/orders", ApiClient.ORDER.replace(":2,", ":" + wrong + ","))
                    .isProblem(ProblemType.VALIDATION)
                    .withErrors("/lines/0/quantity must be from 1 to 10000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-32", "UTF-32LE", "X-UTF-32BE-BOM", "X-UTF-32LE-BOM", "UTF-16"})
    void aBodyInAnotherEncodingIsReadOrIsNotJson(String charset) {
        Answer answer =
                api.send(
                        "POST",
                        "/orders",
                        BodyPublishers.ofByteArray(
                                ApiClient.ORDER.getBytes(Charset.forName(charset))),
                        "Content-Type",
                        "application/json");
        assertThat(answer.status()).as(answer.body()).isIn(201, 400);
        byte[] odd = {0, 0, 1, 0, 0, 1, 0, 0, (byte) 0xff, 0, 0, 0};
        api.send(
                        "POST",
                        "/orders",
                        BodyPublishers.ofByteArray(odd),
                        "Content-Type",
                        "application/json")
                .isProblem(ProblemType.MALFORMED_JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", ";", "application/", "application/json; charset=\""})
    void aMediaTypeThatIsNoneIsTheClientsMistake(String type) throws IOException {
        for (String path : new String[] {"/nowhere", "/orders", "/actuator/health", OUTBOX}) {
            for (String header : new String[] {"Accept", "Content-Type"}) {
                RawAnswer answer = get(path, header + ": " + type);
                assertThat(answer.status()).as(path + " " + header).isBetween(200, 499);
                if (answer.status() >= 400) {
                    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
                }
            }
        }
        api.get("/nowhere", "Accept", type).isProblem(ProblemType.NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "", "\"x\"", "{\"paused\":\"perhaps\"}", "{}", "1"})
    void whatTheActuatorCannotReadIsMalformed(String body) {
        Answer answer = api.post(OUTBOX, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(api.get(OUTBOX).json().path("paused").asBoolean()).isFalse();
    }

    @Test
    void whatTheActuatorDoesNotHaveIsAProblemToo() {
        api.get("/actuator/health/nonsense").isProblem(ProblemType.NOT_FOUND);
        api.get("/actuator/metrics/nonsense").isProblem(ProblemType.NOT_FOUND);
        api.get("/actuator/nonsense").isProblem(ProblemType.NOT_FOUND);
        for (String id : new String[] {"nonsense", "-", "a-%20", "%C3%A9-1"}) {
            Answer answer = api.post(OUTBOX + "/" + id, null);
            assertThat(answer.status()).as(id + answer.body()).isEqualTo(400);
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @Test
    void traceIsAnsweredLikeEveryOtherMethodThatIsNotAllowed() throws IOException {
        RawAnswer unknown = raw("TRACE /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.header("allow")).isEmpty();

        RawAnswer known = raw("TRACE /orders HTTP/1.1\r\nHost: localhost\r\nX: secret\r\n\r\n");
        assertThat(known.status()).isEqualTo(405);
        assertThat(known.header("allow").split(", ")).containsExactlyInAnyOrder("GET", "POST");
        assertThat(known.text()).contains("/problems/method-not-allowed").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;q=0",
                "*/*;q=0",
                "*/*, application/json;q=0.0",
                "application/*;q=0, text/html",
                "application/json; Q=0"
            })
    void aQualityOfZeroExcludes(String accept) {
        api.get(UNKNOWN, "Accept", accept).isProblem(ProblemType.NOT_ACCEPTABLE);
        api.post("/orders", ApiClient.ORDER, "Accept", accept)
                .isProblem(ProblemType.NOT_ACCEPTABLE);
    }

    @Test
    void theMostPreciseRangeCounts() {
        String order = api.placed();
        assertThat(api.get(order, "Accept", "*/*;q=0, application/json;q=0.1").status())
                .isEqualTo(200);
        assertThat(api.get(order, "Accept", "text/html;q=0").status()).isEqualTo(406);
    }

    @Test
    void aCompressedBodyIsNotRead() {
        Answer answer = api.post("/orders", ApiClient.ORDER, "Content-Encoding", "gzip");
        answer.isProblem(ProblemType.UNSUPPORTED_MEDIA_TYPE);
        assertThat(answer.header("Accept-Encoding")).isEqualTo("identity");
        assertThat(api.post("/orders", ApiClient.ORDER, "Content-Encoding", "identity").status())
                .isEqualTo(201);
    }

    @Test
    void theInstanceIsAUriAlsoWhenThePathIsNone() throws IOException {
        assertThat(get("/orders/%zz").text()).contains("\"instance\":\"/orders/%25zz\"");
        assertThat(get("/orders/%").text()).contains("\"instance\":\"/orders/%25\"");
        assertThat(get("/problems/%5C").status()).isEqualTo(400);
        assertThat(get("/problems/%5C").text()).contains("\"instance\":\"/problems/%5C\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /orders|Content-Type: text/plain|415",
                "POST /orders|Content-Type: application/json\r\nContent-Encoding: gzip|415",
                "POST /orders|Content-Type: application/json\r\nAccept: text/html|406",
                "POST /nowhere|Content-Type: application/json|404",
                "DELETE /orders|Content-Type: application/json|405",
                "POST /actuator/outbox|Content-Type: text/plain|415"
            })
    void noBodyIsAskedForThatTheHeadersHaveDecided(String scenario) throws IOException {
        String[] parts = scenario.split("\\|", -1);
        try (RawClient client = RawClient.on(port())) {
            client.send(
                    "%s HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
                            .formatted(parts[0], parts[1]));
            RawAnswer answer = client.answer();
            assertThat(answer.status()).isEqualTo(Integer.parseInt(parts[2]));
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void aBodyThatIsTooLargeIsNotAskedForAndOneThatFitsIs() throws IOException {
        String head =
                "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ";
        try (RawClient client = RawClient.on(port())) {
            assertThat(client.send(head + "300000\r\n\r\n").answer().status()).isEqualTo(413);
        }
        try (RawClient client = RawClient.on(port())) {
            client.send(head + ApiClient.ORDER.length() + "\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            assertThat(client.send(ApiClient.ORDER).answer().status()).isEqualTo(201);
        }
    }

    @Test
    void aConnectionStaysUsableAfterABodyThatNobodyRead() throws IOException {
        try (RawClient client = RawClient.on(port())) {
            String refused =
                    "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
            String good = "GET /problems HTTP/1.1\r\nHost: localhost\r\n\r\n";
            assertThat(client.send(refused + good).answer().status()).isEqualTo(415);
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(
                            client.send(
                                            refused.replace(
                                                            "Content-Length: 5",
                                                            "Transfer-Encoding: chunked")
                                                    .replace("hello", "5\r\nhello\r\n0\r\n\r\n"))
                                    .answer()
                                    .status())
                    .isEqualTo(415);
            assertThat(client.send(good).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void whoDoesNotSendTheRestOfARefusedBodyIsToldThatTheConnectionEnds() throws IOException {
        try (RawClient client = RawClient.on(port())) {
            RawAnswer answer =
                    client.send(
                                    "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 500\r\n\r\nhello")
                            .answer();
            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders?customerId=ada", "/problems", "/readyz", "/actuator/health"})
    void aBodyThatNobodyAskedForIsNotReadAsTheNextRequest(String path) throws IOException {
        try (RawClient client = RawClient.on(port())) {
            RawAnswer answer = client.send(expecting(path)).answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void aLongAnswerToARequestWhoseBodyNobodyAskedForEndsTheConnection() throws IOException {
        try (RawClient client = RawClient.on(port())) {
            RawAnswer answer = client.send(expecting("/actuator/prometheus")).answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).contains("http_in_flight");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    private static String expecting(String path) {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\nExpect: 100-continue\r\n\r\n"
                .formatted(path);
    }

    @Test
    void aBodyInChunksHasNoExtensionsAndNoTrailers() throws IOException {
        String length = Integer.toHexString(ApiClient.ORDER.length());
        for (String end : new String[] {"0\r\n\r\n", "0;x\r\n\r\n", "0\r\nX: y\r\n\r\n"}) {
            RawAnswer answer =
                    raw(chunked("/orders", length + "\r\n" + ApiClient.ORDER + "\r\n" + end));
            assertThat(answer.status()).as(end).isEqualTo(end.equals("0\r\n\r\n") ? 201 : 400);
        }
        for (String extension : new String[] {";", ";x", ";x=y", "; x"}) {
            RawAnswer answer =
                    raw(
                            chunked(
                                    "/orders",
                                    length
                                            + extension
                                            + "\r\n"
                                            + ApiClient.ORDER
                                            + "\r\n0\r\n\r\n"));
            assertThat(answer.status()).as(extension).isEqualTo(400);
            assertThat(answer.text()).contains("/problems/malformed-request");
        }
    }

    @Test
    void aConnectionStaysUsableAfterABodyInChunksWhoseEndComesByteForByte() throws IOException {
        String body = Integer.toHexString(ApiClient.ORDER.length()) + "\r\n" + ApiClient.ORDER;
        try (RawClient client = RawClient.on(port())) {
            client.send(chunked("/orders", body));
            for (String one : "\r\n0\r\n\r\n".split("", -1)) {
                client.send(one);
            }
            assertThat(client.answer().status()).isEqualTo(201);
            client.send(
                    chunked("/orders", body + "\r\n0\r\n\r\n")
                            + "GET /problems HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(201);
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aBodyOfTheActuatorHasALimit() throws IOException {
        String large = "{\"paused\":false%s}".formatted(" ".repeat(20_000));
        RawAnswer answer =
                raw(
                        chunked(
                                OUTBOX,
                                Integer.toHexString(large.length())
                                        + "\r\n"
                                        + large
                                        + "\r\n0\r\n\r\n"));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.text()).contains("/problems/body-too-large");
        api.post(OUTBOX, large).isProblem(ProblemType.BODY_TOO_LARGE);

        RawAnswer legal = raw(chunked(OUTBOX, "10\r\n{\"paused\":false}\r\n0\r\n\r\n"));
        assertThat(legal.status()).as(legal.text()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/orders?customerId=ada", "/readyz", "/actuator/health", OUTBOX})
    void theBodyOfARequestThatReadsIsOfNoInterest(String path) throws IOException {
        String get =
                "GET %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{"
                        .formatted(path);
        try (RawClient client = RawClient.on(port())) {
            assertThat(client.send(get + get).answer().status()).isEqualTo(200);
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    private static String chunked(String path, String body) {
        return "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s"
                .formatted(path, body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Expect: nonsense|417|other",
                "Transfer-Encoding: nonsense|501|other",
                "Content-Length: x|400|malformed-request"
            })
    void whatTheHttpLayerRefusesIsAProblem(String scenario) throws IOException {
        String[] parts = scenario.split("\\|", -1);
        RawAnswer answer =
                raw("POST /orders HTTP/1.1\r\nHost: localhost\r\n" + parts[0] + "\r\n\r\n");
        assertThat(answer.status()).isEqualTo(Integer.parseInt(parts[1]));
        assertThat(answer.text()).contains("/problems/" + parts[2]);
        assertThat(raw("GET /orders HTTP/7.0\r\nHost: localhost\r\n\r\n").status()).isEqualTo(505);
    }

    @Test
    void aPageIsContinuedHoweverItsIdIsWritten() {
        String customer = "page-" + System.nanoTime();
        for (int i = 0; i < 3; i++) {
            assertThat(api.post("/orders", ApiClient.orderOf(customer)).status()).isEqualTo(201);
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> orders("/orders?customerId=" + customer).size() == 3);
        String next =
                api.get("/orders?limit=2&customerId=" + customer).json().path("next").asString();
        String page = "/orders?customerId=" + customer + "&before=";

        assertThat(orders(page + next.toUpperCase(Locale.ROOT)))
                .isEqualTo(orders(page + next))
                .hasSize(1);
    }

    private List<String> orders(String path) {
        List<String> ids = new ArrayList<>();
        api.get(path)
                .json()
                .path("orders")
                .forEach(order -> ids.add(order.path("orderId").asString()));
        return ids;
    }

    private RawAnswer get(String target, String... headers) throws IOException {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return raw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
    }

    private RawAnswer raw(String request) throws IOException {
        try (RawClient client = RawClient.on(port())) {
            return client.send(request).answer();
        }
    }
}
