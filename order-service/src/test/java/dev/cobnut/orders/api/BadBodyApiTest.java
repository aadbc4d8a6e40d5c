package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.json.BodyFields;
import dev.cobnut.web.problem.ProblemType;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadBodyApiTest extends ApiTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "nonsense",
                "{\"customerId\":}",
                "{'customerId':'ada'}",
                "{\"customerId\":\"a\nb\"}",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{} {}",
                "{}]"
            })
    void aBodyThatIsNotJsonIsRefused(String body) {
        api.post("/orders", body).isProblem(ProblemType.MALFORMED_JSON);
    }

    @Test
    void theProblemSaysWhereTheJsonEnds() {
        api.post("/orders", "{\"customerId\":\n oops}")
                .isProblem(ProblemType.MALFORMED_JSON)
                .saying("The body is not valid JSON near line 2, column 7.");
        api.post("/orders", "")
                .isProblem(ProblemType.MALFORMED_JSON)
                .saying("The body is empty; a JSON object is expected.");
    }

    @Test
    void jsonThatNestsTooDeeplyOrIsFarTooLongIsNotRead() {
        String deep = "{\"x\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
        String longText = "{\"customerId\":\"" + "x".repeat(10_000) + "\"}";
        String longNumber = "{\"amount\":" + "1".repeat(1_000) + ",\"reference\":\"r\"}";
        String longName = "{\"" + "x".repeat(1_000) + "\":1}";

        api.post("/orders", deep).isProblem(ProblemType.MALFORMED_JSON);
        api.post("/orders", longText).isProblem(ProblemType.MALFORMED_JSON);
        api.post("/orders", longName).isProblem(ProblemType.MALFORMED_JSON);
        api.post(api.placed() + "/pay", longNumber).isProblem(ProblemType.MALFORMED_JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"order\"", "7", "null", "[[{}]]"})
    void aBodyIsAnObject(String body) {
        api.post("/orders", body)
                .isProblem(ProblemType.BODY_SHAPE)
                .withErrors(" must be a JSON object");
    }

    @Test
    void everythingThatIsMissingIsReportedAtOnce() {
        api.post("/orders", "{}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors(
                        "/customerId is required",
                        "/currency is required",
                        "/lines is required",
                        "/shippingAddress is required");
        api.post(
                        "/orders",
                        """
                        {"customerId":null,"currency":"EUR","lines":[{}],"shippingAddress":{"line2":null}}
                        """)
                .isProblem(ProblemType.VALIDATION)
                .withErrors(
                        "/customerId is required",
                        "/lines/0/productId is required",
                        "/lines/0/quantity is required",
                        "/lines/0/unitPrice is required",
                        "/shippingAddress/name is required",
                        "/shippingAddress/line1 is required",
                        "/shippingAddress/city is required",
                        "/shippingAddress/postalCode is required",
                        "/shippingAddress/country is required");
    }

    @Test
    void everythingThatIsWrongIsReportedAtOnceWithItsPointer() {
        api.post(
                        "/orders",
                        """
                        {"customerId":" ","currency":"EURO","coupon":"x",
                         "lines":[{"productId":"a","quantity":0,"unitPrice":"-1"},
                                  {"productId":7,"quantity":"2","unitPrice":true},
                                  "line",
                                  {"productId":"b","quantity":1.5,"unitPrice":"1e3","color":{"a":[1]}},
                                  {"productId":"a","quantity":20000,"unitPrice":"1000000000.01"}],
                         "shippingAddress":{"name":"A\\u0000","line1":[],"city":"C","city":"D",
                                            "postalCode":"P","country":"GB","a/b~c":1}}
                        """)
                .isProblem(ProblemType.BODY_SHAPE)
                .withErrors(
                        "/customerId must not be blank",
                        "/currency must be an ISO 4217 currency code, for example EUR",
                        "/coupon is not known; the fields are customerId, currency, lines, shippingAddress",
                        "/lines/0/quantity must be from 1 to 10000",
                        "/lines/0/unitPrice must not be negative",
                        "/lines/1/productId must be a string",
                        "/lines/1/quantity must be a whole number",
                        "/lines/1/unitPrice must be a decimal number, as a number or a string",
                        "/lines/2 must be a JSON object",
                        "/lines/3/quantity must be a whole number",
                        "/lines/3/unitPrice must be a decimal number, for example \"12.50\"",
                        "/lines/3/color is not known; the fields are productId, quantity, unitPrice",
                        "/lines/4/productId is already in line 0; put the quantities together",
                        "/lines/4/quantity must be from 1 to 10000",
                        "/lines/4/unitPrice must be at most 1000000000",
                        "/shippingAddress/name must not contain control characters",
                        "/shippingAddress/line1 must be a string",
                        "/shippingAddress/city is given more than once",
                        "/shippingAddress/a~1b~0c is not known; the fields are name, line1, city, postalCode, country, line2");
    }

    @ParameterizedTest
    @CsvSource({
        "EUR, 12.505, 'has 3 decimals, but EUR has 2; nothing is rounded'",
        "EUR, 12.500, 'has 3 decimals, but EUR has 2; nothing is rounded'",
        "JPY, 1.5, 'has 1 decimals, but JPY has 0; nothing is rounded'",
        "KWD, 1.2345, 'has 4 decimals, but KWD has 3; nothing is rounded'",
        "EUR, 1e-9, 'has 9 decimals, but EUR has 2; nothing is rounded'"
    })
    void moreDecimalsThanTheCurrencyHasAreAnErrorAlsoAsANumber(
            String currency, String price, String problem) {
        String body =
                ApiClient.ORDER
                        .replace("EUR", currency)
                        .replace("0.99", "1")
                        .replace("\"12.50\"", price);

        api.post("/orders", body)
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/lines/0/unitPrice " + problem);
    }

    @Test
    void aPriceIsTakenExactlyAsItIsWritten() {
        String body = ApiClient.ORDER.replace("\"12.50\"", "99999999.01").replace("0.99", "0.1");

        assertThat(api.post("/orders", body).json().path("total").asString())
                .isEqualTo("199999998.12");
        assertThat(
                        api.post("/orders", ApiClient.ORDER.replace("\"12.50\"", "1.2e1"))
                                .json()
                                .path("total")
                                .asString())
                .isEqualTo("24.99");
    }

    @Test
    void hugeExponentsCostNothing() {
        api.post("/orders", ApiClient.ORDER.replace("\"12.50\"", "1e999999999"))
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/lines/0/unitPrice must be at most 1000000000");
    }

    @Test
    void anOrderHasOneToAHundredLines() {
        api.post("/orders", withLines(""))
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/lines must have 1 to 100 lines");
        api.post("/orders", withLines(lines(101)))
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/lines must have 1 to 100 lines");
        assertThat(api.post("/orders", withLines(lines(100))).status()).isEqualTo(201);
    }

    @Test
    void theTotalIsBounded() {
        String big = "{\"productId\":\"%s\",\"quantity\":10000,\"unitPrice\":99999999}";

        api.post("/orders", withLines(big.formatted("a") + "," + big.formatted("b")))
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/lines add up to more than 1000000000000");
    }

    @Test
    void noMoreThanAHundredWrongFieldsAreListed() {
        String wrong = IntStream.range(0, 100).mapToObj(_ -> "{}").collect(Collectors.joining(","));

        Answer answer = api.post("/orders", withLines(wrong)).isProblem(ProblemType.VALIDATION);

        assertThat(answer.json().path("errors").size()).isEqualTo(BodyFields.PROBLEMS_MAX);
        answer.saying("At least 100 fields are wrong.");
    }

    @Test
    void everyStepChecksItsBody() {
        String path = api.placed();

        api.post(path + "/confirm", "{\"now\":true}")
                .isProblem(ProblemType.BODY_SHAPE)
                .withErrors("/now is not known; no fields are expected");
        api.post(path + "/deliver", "[]").isProblem(ProblemType.BODY_SHAPE);
        api.post(path + "/pay", "{\"amount\":-1,\"reference\":\"\"}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/amount must not be negative", "/reference must not be blank");
        api.post(path + "/ship", "{\"carrier\":\"" + "x".repeat(101) + "\"}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors(
                        "/carrier has 101 characters; at most 100 are allowed",
                        "/trackingNumber is required");
        api.post(path + "/cancel", "{}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/reason is required");
        api.put(path + "/lines", "{\"lines\":{}}")
                .isProblem(ProblemType.BODY_SHAPE)
                .withErrors("/lines must be a JSON array");
        api.put(
                        path + "/lines",
                        "{\"currency\":\"eur\",\"lines\":[{\"productId\":\"a\",\"quantity\":1,\"unitPrice\":1e-99}]}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors(
                        "/currency must be an ISO 4217 currency code, for example EUR",
                        "/lines/0/unitPrice has 99 decimals; no currency has more than 4");
        assertThat(api.get(path).header("ETag")).isEqualTo("\"1\"");
    }

    @Test
    void textThatCouldNotBeStoredIsRefused() {
        api.post("/orders", ApiClient.orderOf("a\\ud800"))
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/customerId contains half of a surrogate pair at position 1");
    }

    @Test
    void textOfAllLanguagesComesBackAsItWasSent() {
        Answer answer = api.post("/orders", ApiClient.orderOf("Žofie 李 🌰 <&>\\\""));

        assertThat(answer.json().path("customerId").asString()).isEqualTo("Žofie 李 🌰 <&>\"");
    }

    private static String withLines(String lines) {
        return ApiClient.ORDER.replaceAll("(?s)\"lines\":\\[.*?]", "\"lines\":[" + lines + "]");
    }

    private static String lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> "{\"productId\":\"nut-" + i + "\",\"quantity\":1,\"unitPrice\":\"1\"}")
                .collect(Collectors.joining(","));
    }
}
