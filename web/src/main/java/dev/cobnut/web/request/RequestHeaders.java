package dev.cobnut.web.request;

import dev.cobnut.framework.boundary.BoundaryCommand;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads the headers of a request for a command or a query: `If-Match`, `If-None-Match`,
/// `Idempotency-Key`, `X-Correlation-Id` and `X-Causation-Id`. A value that cannot be understood is
/// refused. ([TraceParent] reads `traceparent`.)
public final class RequestHeaders {

    /// Characters of a correlation id or a causation id.
    private static final int ID_LENGTH_MAX = 128;

    private static final int UUID_LENGTH = 36;
    private static final int VERSION_DIGITS_MAX = 18;

    private RequestHeaders() {}

    /// Adds to a command what the headers say: the expected version, the idempotency key, and where
    /// the command comes from.
    ///
    /// @param fingerprint content of the command ([Fingerprint]); asked only when there is a key
    /// @throws ProblemException when a header cannot be understood
    public static <C> Command<C> applied(
            Command<C> command, Supplier<String> fingerprint, HttpServletRequest request) {
        CommandKey key = key(fingerprint, request);
        Long expected = expectedVersion(request);
        return (expected == null ? command : command.expecting(expected))
                .withKey(key)
                .causedBy(causation(request))
                .correlatedBy(correlation(request))
                .tracedBy(TraceParent.of(request));
    }

    /// The same for a command of a boundary.
    ///
    /// @param fingerprint content of the command ([Fingerprint]); asked only when there is a key
    /// @throws ProblemException when a header cannot be understood
    public static <C> BoundaryCommand<C> applied(
            BoundaryCommand<C> command, Supplier<String> fingerprint, HttpServletRequest request) {
        CommandKey key = key(fingerprint, request);
        Long expected = expectedVersion(request);
        return (expected == null ? command : command.expecting(expected))
                .withKey(key)
                .causedBy(causation(request))
                .correlatedBy(correlation(request))
                .tracedBy(TraceParent.of(request));
    }

    private static @Nullable CommandKey key(
            Supplier<String> fingerprint, HttpServletRequest request) {
        String key = idempotencyKey(request);
        return key == null
                ? null
                : new CommandKey(Identity.scoped(key, request), fingerprint.get());
    }

    /// A UUID in its canonical form; null when the text is none.
    public static @Nullable UUID uuid(String text) {
        if (text.length() != UUID_LENGTH) {
            return null;
        }
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? id : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /// The version that the stream must have; null when it may be any (no header, or `*`).
    public static @Nullable Long expectedVersion(HttpServletRequest request) {
        String header = single(request, "If-Match");
        if (header == null || header.equals("*")) {
            return null;
        }
        int end = header.length() - 1;
        if (end < 2
                || end > VERSION_DIGITS_MAX + 1
                || header.charAt(0) != '"'
                || header.charAt(end) != '"'
                || header.charAt(1) == '0') {
            throw wrongIfMatch();
        }
        for (int i = 1; i < end; i++) {
            if (header.charAt(i) < '0' || header.charAt(i) > '9') {
                throw wrongIfMatch();
            }
        }
        return Long.valueOf(header.substring(1, end));
    }

    /// True when the client has this version already. Compares weakly (RFC 9110, 13.1.2).
    public static boolean noneMatchHas(HttpServletRequest request, String etag) {
        Enumeration<String> headers = request.getHeaders("If-None-Match");
        while (headers.hasMoreElements()) {
            for (String tag : headers.nextElement().split(",", -1)) {
                String strong = tag.strip();
                strong = strong.startsWith("W/") ? strong.substring(2) : strong;
                if (strong.equals(etag) || strong.equals("*")) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The key by which a repetition is recognised.
    public static @Nullable String idempotencyKey(HttpServletRequest request) {
        return visible(request, "Idempotency-Key", CommandKey.LENGTH_MAX);
    }

    /// What is wrong with an idempotency key that comes in a body; null when nothing is.
    public static @Nullable String keyProblem(String key) {
        return isVisible(key, CommandKey.LENGTH_MAX)
                ? null
                : "must have 1 to " + CommandKey.LENGTH_MAX + " visible ASCII characters";
    }

    /// The business conversation that the command belongs to.
    public static @Nullable String correlation(HttpServletRequest request) {
        return visible(request, Correlation.HEADER, ID_LENGTH_MAX);
    }

    /// The command or event that caused the command.
    public static @Nullable String causation(HttpServletRequest request) {
        return visible(request, "X-Causation-Id", ID_LENGTH_MAX);
    }

    /// True for what may be a correlation id or a causation id.
    static boolean isId(String value) {
        return isVisible(value, ID_LENGTH_MAX);
    }

    private static @Nullable String visible(
            HttpServletRequest request, String name, int lengthMax) {
        String value = single(request, name);
        if (value != null && !isVisible(value, lengthMax)) {
            throw malformed(name + " must have 1 to " + lengthMax + " visible ASCII characters.");
        }
        return value;
    }

    private static @Nullable String single(HttpServletRequest request, String name) {
        String value = request.getHeader(name);
        if (value == null) {
            return null;
        }
        Enumeration<String> all = request.getHeaders(name);
        all.nextElement();
        if (all.hasMoreElements()) {
            throw malformed(name + " must be given once.");
        }
        return value;
    }

    private static boolean isVisible(String value, int lengthMax) {
        if (value.isEmpty() || value.length() > lengthMax) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) <= ' ' || value.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static ProblemException wrongIfMatch() {
        return malformed("If-Match must be one ETag as this service gives it, like \"3\", or *.");
    }

    private static ProblemException malformed(String detail) {
        return ProblemException.of(ProblemType.MALFORMED_HEADER, detail);
    }
}
