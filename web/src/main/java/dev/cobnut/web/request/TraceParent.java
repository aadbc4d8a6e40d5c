package dev.cobnut.web.request;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/// The `traceparent` header, <https://www.w3.org/TR/trace-context/> (section 3.2).
///
/// ```text
/// 00-<32 hex: trace id>-<16 hex: parent id>-<2 hex: flags>     lower case; neither id is all zero
/// ```
public final class TraceParent {

    /// Attribute of a request: the context of the span of this service, when it is sampled.
    static final String ATTRIBUTE = "dev.cobnut.traceparent";

    private static final int LENGTH = 55;
    private static final int TRACE_ID = 3;
    private static final int PARENT_ID = 36;
    private static final int FLAGS = 53;

    private TraceParent() {}

    /// The context that the commands of a request belong to: that of the request's own span when it
    /// is sampled, otherwise that of the client.
    public static @Nullable String of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof String own
                ? own
                : parse(request.getHeader("traceparent"));
    }

    /// The header in version 00. Null when it is not valid, because it must be ignored then. A
    /// later version may have more fields after the flags.
    public static @Nullable String parse(@Nullable String header) {
        if (header == null
                || header.length() < LENGTH
                || !isHex(header, 0, 2)
                || header.startsWith("ff")
                || header.charAt(TRACE_ID - 1) != '-'
                || !isId(header, TRACE_ID, PARENT_ID - 1)
                || header.charAt(PARENT_ID - 1) != '-'
                || !isId(header, PARENT_ID, FLAGS - 1)
                || header.charAt(FLAGS - 1) != '-'
                || !isHex(header, FLAGS, LENGTH)) {
            return null;
        }
        if (header.startsWith("00")) {
            return header.length() == LENGTH ? header : null;
        }
        return header.length() == LENGTH || header.charAt(LENGTH) == '-'
                ? "00" + header.substring(2, LENGTH)
                : null;
    }

    private static boolean isId(String text, int from, int to) {
        if (!isHex(text, from, to)) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '0') {
                return true;
            }
        }
        return false;
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }
}
