package dev.cobnut.web.problem;

import java.util.List;

/// A kind of error that a client can get. The URI of a type is `/problems/<name>`; the service
/// explains the type there. Names and statuses are part of an API.
///
/// The constants are those of every service. An application declares each of its own as a bean.
///
/// @param name lower case letters, digits and hyphens
/// @param status of the answer, from 400 to 599
/// @param title a few words, the same for every occurrence
/// @param explanation what a client can do
public record ProblemType(String name, int status, String title, String explanation) {

    public static final ProblemType MALFORMED_JSON =
            new ProblemType(
                    "malformed-json",
                    400,
                    "The body is not JSON that can be read",
                    "The body is not valid JSON, is empty, nests too deeply, or has a text or number that is far too long.");
    public static final ProblemType BODY_SHAPE =
            new ProblemType(
                    "body-shape",
                    400,
                    "The body does not have the expected fields",
                    "A field is unknown, given twice, or of the wrong JSON type; `errors` points to each, and to every other wrong value that was found.");
    public static final ProblemType VALIDATION =
            new ProblemType(
                    "validation",
                    422,
                    "Some values are not allowed",
                    "The body has the right shape, but values are missing, out of range or contradictory; `errors` points to each.");
    public static final ProblemType MALFORMED_HEADER =
            new ProblemType(
                    "malformed-header",
                    400,
                    "A header cannot be understood",
                    "`Authorization`, `If-Match`, `Idempotency-Key`, `X-Correlation-Id`, `X-Causation-Id` or `Cobnut-Consistency` is malformed, or one that must not be is given twice.");
    public static final ProblemType MALFORMED_PARAMETER =
            new ProblemType(
                    "malformed-parameter",
                    400,
                    "A parameter cannot be understood",
                    "A parameter of the query or a part of the path is missing, unknown or out of range; `errors` names each.");
    public static final ProblemType MALFORMED_REQUEST =
            new ProblemType(
                    "malformed-request",
                    400,
                    "The request is not valid HTTP",
                    "The request line, a header or the path is broken.");
    public static final ProblemType UNAUTHENTICATED =
            new ProblemType(
                    "unauthenticated",
                    401,
                    "Credentials are missing or not valid",
                    "Send `Authorization: Bearer` with a valid API key or token; `WWW-Authenticate` says what was wrong.");
    public static final ProblemType FORBIDDEN =
            new ProblemType(
                    "forbidden",
                    403,
                    "This caller may not do that",
                    "The credentials are valid and do not allow this operation; nothing was changed. `WWW-Authenticate` names the scope where one is missing.");
    public static final ProblemType NOT_FOUND =
            new ProblemType(
                    "not-found",
                    404,
                    "There is nothing at this path",
                    "The path is not part of this API.");
    public static final ProblemType METHOD_NOT_ALLOWED =
            new ProblemType(
                    "method-not-allowed",
                    405,
                    "This method is not allowed here",
                    "The `Allow` header lists the methods that are.");
    public static final ProblemType NOT_ACCEPTABLE =
            new ProblemType(
                    "not-acceptable",
                    406,
                    "No acceptable representation",
                    "Answers are application/json; `Accept` excludes it.");
    public static final ProblemType REQUEST_TIMEOUT =
            new ProblemType(
                    "request-timeout",
                    408,
                    "The request came too slowly",
                    "The body did not arrive in time, and nothing was changed; send it again, faster.");
    public static final ProblemType RULE =
            new ProblemType(
                    "rule",
                    409,
                    "A rule forbids it",
                    "The state does not allow the command; `code` says which rule, and nothing was changed.");
    public static final ProblemType VERSION_CONFLICT =
            new ProblemType(
                    "version-conflict",
                    409,
                    "Another command came first",
                    "The state changed at the same time, and nothing was changed by this command; read the state and decide again.");
    public static final ProblemType VERSION_MISMATCH =
            new ProblemType(
                    "version-mismatch",
                    412,
                    "The version is not the expected one",
                    "`If-Match` names another version than the current one, and nothing was changed.");
    public static final ProblemType BODY_TOO_LARGE =
            new ProblemType(
                    "body-too-large",
                    413,
                    "The body is too large",
                    "The body has more bytes than this service reads.");
    public static final ProblemType UNSUPPORTED_MEDIA_TYPE =
            new ProblemType(
                    "unsupported-media-type",
                    415,
                    "The body's media type is not supported",
                    "A request that writes comes with `Content-Type: application/json`, also without a body, and without a `Content-Encoding`.");
    public static final ProblemType MISDIRECTED_REQUEST =
            new ProblemType(
                    "misdirected-request",
                    421,
                    "The request is for another host",
                    "The service is reached as localhost, by its IP address, or by a name of cobnut.http.hosts.");
    public static final ProblemType IDEMPOTENCY_KEY_REUSED =
            new ProblemType(
                    "idempotency-key-reused",
                    422,
                    "The idempotency key was used for another command",
                    "A key belongs to one command with one content; take a fresh key for another command.");
    public static final ProblemType TOO_MANY_REQUESTS =
            new ProblemType(
                    "too-many-requests",
                    429,
                    "This caller sends too many requests",
                    "Nothing was changed; try again after `Retry-After` seconds. `RateLimit-Policy` tells the limit.");
    public static final ProblemType INTERNAL =
            new ProblemType(
                    "internal",
                    500,
                    "The service failed",
                    "A bug of the service; it was logged. Repeat the command with its idempotency key: the answer tells if it took effect.");
    public static final ProblemType UNAVAILABLE =
            new ProblemType(
                    "unavailable",
                    503,
                    "Not now",
                    "The service or a queue is full, or the journal does not write, and nothing was changed; try again after `Retry-After` seconds.");
    public static final ProblemType OUTCOME_UNKNOWN =
            new ProblemType(
                    "outcome-unknown",
                    503,
                    "The command may have taken effect",
                    "Repeat the command with the same idempotency key: it takes effect once, and the answer tells what happened. The answer has the path of what the command was for.");
    public static final ProblemType OTHER =
            new ProblemType(
                    "other",
                    500,
                    "The request failed",
                    "An error of the HTTP layer that has no type of its own.");

    private static final List<ProblemType> GENERAL =
            List.of(
                    MALFORMED_JSON,
                    BODY_SHAPE,
                    VALIDATION,
                    MALFORMED_HEADER,
                    MALFORMED_PARAMETER,
                    MALFORMED_REQUEST,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    NOT_FOUND,
                    METHOD_NOT_ALLOWED,
                    NOT_ACCEPTABLE,
                    REQUEST_TIMEOUT,
                    RULE,
                    VERSION_CONFLICT,
                    VERSION_MISMATCH,
                    BODY_TOO_LARGE,
                    UNSUPPORTED_MEDIA_TYPE,
                    MISDIRECTED_REQUEST,
                    IDEMPOTENCY_KEY_REUSED,
                    TOO_MANY_REQUESTS,
                    INTERNAL,
                    UNAVAILABLE,
                    OUTCOME_UNKNOWN,
                    OTHER);

    private static final int STATUS_MIN = 400;
    private static final int STATUS_MAX = 599;

    /// @throws IllegalArgumentException when the name or the status is not allowed
    public ProblemType {
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException(
                    "The name of a problem type has lower case letters, digits and hyphens, but is '%s'."
                            .formatted(name));
        }
        if (status < STATUS_MIN || status > STATUS_MAX) {
            throw new IllegalArgumentException(
                    "The status of the problem type %s must be from 400 to 599, but is %d."
                            .formatted(name, status));
        }
    }

    /// The types of every service.
    public static List<ProblemType> general() {
        return GENERAL;
    }

    /// The path of its explanation.
    public String uri() {
        return "/problems/" + name;
    }

    /// The type of an error that Spring or Tomcat found: only its status is known.
    static ProblemType ofStatus(int status) {
        return switch (status) {
            case 400 -> MALFORMED_REQUEST;
            case 401 -> UNAUTHENTICATED;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 408 -> REQUEST_TIMEOUT;
            case 413 -> BODY_TOO_LARGE;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 421 -> MISDIRECTED_REQUEST;
            case 429 -> TOO_MANY_REQUESTS;
            case 500 -> INTERNAL;
            case 503 -> UNAVAILABLE;
            default -> OTHER;
        };
    }
}
