package dev.cobnut.orders.api;

import java.util.Locale;

/// The errors that a client can get. The URI of a type is `/problems/<name>`; the service explains
/// the type there. Names and statuses are part of the API.
public enum ProblemType {
    MALFORMED_JSON(
            400,
            "The body is not JSON that can be read",
            "The body is not valid JSON, is empty, nests too deeply, or has a text or number that is far too long."),
    BODY_SHAPE(
            400,
            "The body does not have the expected fields",
            "A field is unknown, given twice, or of the wrong JSON type; `errors` points to each, and to every other wrong value that was found."),
    VALIDATION(
            422,
            "Some values are not allowed",
            "The body has the right shape, but values are missing, out of range or contradictory; `errors` points to each."),
    MALFORMED_HEADER(
            400,
            "A header cannot be understood",
            "`If-Match`, `Idempotency-Key`, `X-Correlation-Id` or `X-Causation-Id` is malformed, or is given twice."),
    MALFORMED_PARAMETER(
            400,
            "A query parameter cannot be understood",
            "A query parameter is missing, unknown or out of range; `errors` names each."),
    MALFORMED_ORDER_ID(
            400, "This is not an order id", "An order id is a UUID in its canonical form."),
    MALFORMED_REQUEST(
            400,
            "The request is not valid HTTP",
            "The request line, a header or the path is broken."),
    NOT_FOUND(404, "There is nothing at this path", "The path is not part of this API."),
    ORDER_NOT_FOUND(404, "There is no such order", "No order with this id was ever placed."),
    METHOD_NOT_ALLOWED(
            405,
            "This method is not allowed here",
            "The `Allow` header lists the methods that are."),
    NOT_ACCEPTABLE(
            406,
            "No acceptable representation",
            "Answers are application/json; `Accept` excludes it."),
    REQUEST_TIMEOUT(
            408,
            "The request came too slowly",
            "The body did not arrive in time, and nothing was changed; send it again, faster."),
    RULE(
            409,
            "A rule forbids it",
            "The order's state does not allow the command; `code` says which rule, and nothing was changed."),
    VERSION_CONFLICT(
            409,
            "The order changed at the same time",
            "Another command came first, and nothing was changed; read the order and decide again."),
    VERSION_MISMATCH(
            412,
            "The order is not at the expected version",
            "`If-Match` names another version than the order's, and nothing was changed."),
    BODY_TOO_LARGE(
            413, "The body is too large", "The body has more bytes than this service reads."),
    UNSUPPORTED_MEDIA_TYPE(
            415,
            "The body's media type is not supported",
            "A request that writes comes with `Content-Type: application/json`, also without a body, and without a `Content-Encoding`."),
    MISDIRECTED_REQUEST(
            421,
            "The request is for another host",
            "The service is reached as localhost, by its IP address, or by a name of cobnut.http.hosts."),
    IDEMPOTENCY_KEY_REUSED(
            422,
            "The idempotency key was used for another command",
            "A key belongs to one command with one content; take a fresh key for another command."),
    INTERNAL(
            500,
            "The service failed",
            "A bug of the service; it was logged. Repeat the command with its idempotency key: the answer tells if it took effect."),
    UNAVAILABLE(
            503,
            "Not now",
            "The service or a queue is full, or the journal does not write, and nothing was changed; try again after `Retry-After` seconds."),
    OUTCOME_UNKNOWN(
            503,
            "The command may have taken effect",
            "Repeat the command with the same idempotency key: it takes effect once, and the answer tells what happened. `order` is the path of the order."),
    OTHER(500, "The request failed", "An error of the HTTP layer that has no type of its own.");

    private final int status;
    private final String title;
    private final String explanation;

    ProblemType(int status, String title, String explanation) {
        this.status = status;
        this.title = title;
        this.explanation = explanation;
    }

    public int status() {
        return status;
    }

    String title() {
        return title;
    }

    String explanation() {
        return explanation;
    }

    String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String uri() {
        return "/problems/" + slug();
    }

    /// The type of an error that Spring or Tomcat found: only its status is known.
    static ProblemType ofStatus(int status) {
        return switch (status) {
            case 400 -> MALFORMED_REQUEST;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 408 -> REQUEST_TIMEOUT;
            case 413 -> BODY_TOO_LARGE;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 421 -> MISDIRECTED_REQUEST;
            case 500 -> INTERNAL;
            case 503 -> UNAVAILABLE;
            default -> OTHER;
        };
    }
}
