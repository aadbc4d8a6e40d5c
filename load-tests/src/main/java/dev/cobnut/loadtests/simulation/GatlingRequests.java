package dev.cobnut.loadtests.simulation;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.regex;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.headerRegex;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.sse;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.gatling.javaapi.http.SseConnectActionBuilder;
import java.util.Objects;
import java.util.function.Function;

/// The requests, each with its expected answer. Any other answer is an error.
///
/// Commands carry an idempotency key. All except the placement also carry the version that the user
/// saw. The session keeps `order` (the path) and `version` (the ETag) of an answer.
final class GatlingRequests {

    private static final String ETAG = "ETag";
    private static final String TOKEN = "Cobnut-Consistency";
    private static final String FIRST_PAGE = "/orders?status=PLACED";
    private static final long FIRST_EVENT_SECONDS_MAX = 30;

    private GatlingRequests() {}

    static HttpRequestActionBuilder place() {
        return http("place")
                .post("/orders")
                .header("Idempotency-Key", "#{key}-place")
                .header("Content-Type", "application/json")
                .body(StringBody((Session session) -> text(session, "placement")))
                .check(status().is(201))
                .check(header("Location").saveAs("order"))
                .check(header(ETAG).is("\"1\"").saveAs("version"));
    }

    /// As [#place], and keeps the `token` with which a list contains the order.
    static HttpRequestActionBuilder placeWithToken() {
        return place().check(header(TOKEN).saveAs("token"));
    }

    /// Lists the customer's orders. At least the one of the token must be among them.
    static HttpRequestActionBuilder listOwn() {
        return http("list own")
                .get("/orders")
                .queryParam("customerId", "#{customer}")
                .header(TOKEN, "#{token}")
                .check(status().is(200))
                .check(substring("\"orderId\":").exists());
    }

    static HttpRequestActionBuilder firstPage() {
        return page("first page", _ -> FIRST_PAGE);
    }

    /// The page behind the one before, which is looked at again when it was the last one.
    static HttpRequestActionBuilder nextPage() {
        return page(
                "next page",
                session -> session.contains("next") ? text(session, "next") : FIRST_PAGE);
    }

    private static HttpRequestActionBuilder page(String name, Function<Session, String> path) {
        return http(name)
                .get(path)
                .check(status().is(200))
                .check(headerRegex("Link", "<([^>]+)>; rel=\"next\"").optional().saveAs("next"));
    }

    /// Follows the user's own order. Its first event must come. Gatling counts two requests: the
    /// opening, and the wait for the event.
    static SseConnectActionBuilder followOrder() {
        return sse("open feed")
                .get("#{order}/feed?after=0")
                .await(FIRST_EVENT_SECONDS_MAX)
                .on(
                        sse.checkMessage("first event")
                                .matching(substring("OrderPlaced").exists())
                                .check(substring("OrderPlaced").exists()));
    }

    /// Follows the orders of the customer that are placed and changed from now on.
    static SseConnectActionBuilder followCustomer() {
        return sse("open feed").get("/orders/feed").queryParam("customerId", "#{customer}");
    }

    static ActionBuilder closeFeed() {
        return sse("close feed").close();
    }

    /// Reads the user's own order. The answer must have the version of the previous answer.
    static HttpRequestActionBuilder read() {
        return http("read")
                .get("#{order}")
                .check(status().is(200))
                .check(header(ETAG).isEL("#{version}"));
    }

    /// Reads an order that other users also change.
    static HttpRequestActionBuilder readAny() {
        return http("read")
                .get("#{order}")
                .check(status().is(200))
                .check(header(ETAG).saveAs("version"));
    }

    /// Keeps the id of the newest order as `newest`, if there is an order.
    static HttpRequestActionBuilder list() {
        return http("list")
                .get("/orders")
                .queryParam("customerId", "#{customer}")
                .check(status().is(200))
                .check(regex("\"orderId\":\"([^\"]+)\"").optional().saveAs("newest"));
    }

    static HttpRequestActionBuilder events() {
        return http("events").get("#{order}/events").check(status().is(200));
    }

    static HttpRequestActionBuilder confirm() {
        return step("confirm", session -> "{}");
    }

    static HttpRequestActionBuilder pay() {
        return step(
                "pay",
                session ->
                        "{\"amount\":\"%s\",\"reference\":\"%s\"}"
                                .formatted(text(session, "total"), text(session, "key")));
    }

    static HttpRequestActionBuilder ship() {
        return step(
                "ship",
                session ->
                        "{\"carrier\":\"DHL\",\"trackingNumber\":\"%s\"}"
                                .formatted(text(session, "tracking")));
    }

    static HttpRequestActionBuilder deliver() {
        return step("deliver", session -> "{}");
    }

    static HttpRequestActionBuilder cancel() {
        return step("cancel", session -> "{\"reason\":\"changed my mind\"}");
    }

    /// Changes an order that other users also change. A conflict with another user's change is an
    /// expected answer.
    static HttpRequestActionBuilder changeHotLines() {
        return http("change hot lines")
                .put("#{order}/lines")
                .header("Idempotency-Key", "#{key}-lines")
                .header("If-Match", "#{version}")
                .header("Content-Type", "application/json")
                .body(StringBody((Session session) -> text(session, "lines")))
                .check(status().in(200, 409, 412));
    }

    private static HttpRequestActionBuilder step(String name, Function<Session, String> body) {
        return http(name)
                .post("#{order}/" + name)
                .header("Idempotency-Key", "#{key}-" + name)
                .header("If-Match", "#{version}")
                .header("Content-Type", "application/json")
                .body(StringBody(body))
                .check(status().is(200))
                .check(header(ETAG).saveAs("version"));
    }

    /// The value of an attribute that an earlier request or the user's record has set.
    static String text(Session session, String attribute) {
        return Objects.requireNonNull(session.getString(attribute), attribute);
    }
}
