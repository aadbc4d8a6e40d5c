package dev.cobnut.loadtests.simulation;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.regex;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Objects;
import java.util.function.Function;

/// The requests, each with what its answer has to be; anything else is an error.
///
/// Commands carry an idempotency key and, but for the placement, the version that the user saw.
/// What an answer says is kept in the session as `order` (its path) and `version` (its ETag).
final class GatlingRequests {

    private static final String ETAG = "ETag";

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

    /// The own order: what was answered before has to be seen.
    static HttpRequestActionBuilder read() {
        return http("read")
                .get("#{order}")
                .check(status().is(200))
                .check(header(ETAG).isEL("#{version}"));
    }

    /// An order that others change, too.
    static HttpRequestActionBuilder readAny() {
        return http("read")
                .get("#{order}")
                .check(status().is(200))
                .check(header(ETAG).saveAs("version"));
    }

    /// Keeps the id of the newest order as `newest` when there is one.
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

    /// Of an order that others change, too: somebody else was first is an expected answer.
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

    /// What an earlier request, or the user's record, put there.
    static String text(Session session, String attribute) {
        return Objects.requireNonNull(session.getString(attribute), attribute);
    }
}
