package dev.cobnut.web.request;

import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/// The media types that a request names: of its body, and of the answer that it accepts.
public final class MediaTypes {

    /// What requests and answers are.
    public static final String JSON = "application/json";

    private MediaTypes() {}

    /// True when the body of a request is `application/json`. A page of another site can send
    /// everything else without asking (a form, plain text).
    static boolean hasJsonBody(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null
                && type.regionMatches(true, 0, JSON, 0, JSON.length())
                && (type.length() == JSON.length()
                        || type.charAt(JSON.length()) == ';'
                        || type.charAt(JSON.length()) == ' ');
    }

    /// Requires that a request that writes comes with `application/json`, also when it has no body.
    public static void requireJsonBody(HttpServletRequest request) {
        if (!hasJsonBody(request)) {
            throw new ProblemException(
                    Problem.of(
                                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                                    "A request that writes must come with Content-Type: application/json.")
                            .withHeader("Accept", JSON));
        }
        requireUnencodedBody(request);
    }

    /// Requires that a body is not compressed.
    static void requireUnencodedBody(HttpServletRequest request) {
        String encoding = request.getHeader("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new ProblemException(
                    Problem.of(
                                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                                    "The body must come without a Content-Encoding.")
                            .withHeader("Accept-Encoding", "identity"));
        }
    }

    /// True when `Accept` names a media type, and does not like JSON better.
    public static boolean prefers(HttpServletRequest request, String type) {
        MimeType wanted = MimeType.valueOf(type);
        double quality = 0;
        double ofJson = 0;
        for (MimeType range : accepted(request)) {
            if (range.equalsTypeAndSubtype(wanted)) {
                quality = Math.max(quality, quality(range));
            } else if (range.equalsTypeAndSubtype(MimeTypeUtils.APPLICATION_JSON)) {
                ofJson = Math.max(ofJson, quality(range));
            }
        }
        return quality > 0 && quality >= ofJson;
    }

    private static List<MimeType> accepted(HttpServletRequest request) {
        List<MimeType> ranges = new ArrayList<>();
        request.getHeaders("Accept")
                .asIterator()
                .forEachRemaining(header -> ranges.addAll(ranges(header)));
        return ranges;
    }

    /// False for most requests, at no cost: Spring has compared what is left with the handler.
    static boolean mayExcludeJson(HttpServletRequest request) {
        Enumeration<String> headers = request.getHeaders("Accept");
        if (!headers.hasMoreElements()) {
            return false;
        }
        String first = headers.nextElement();
        return headers.hasMoreElements() || first.contains("q=0") || first.contains("Q=0");
    }

    /// Refuses `q=0` for JSON, which Spring takes for acceptable (RFC 9110, 12.5.1).
    public static void requireAcceptable(HttpServletRequest request) {
        if (mayExcludeJson(request) && !accepts(request, MimeTypeUtils.APPLICATION_JSON)) {
            throw ProblemException.of(
                    ProblemType.NOT_ACCEPTABLE, ProblemType.NOT_ACCEPTABLE.explanation());
        }
    }

    /// True when the request accepts an answer of this media type, or says nothing about it.
    public static boolean accepts(HttpServletRequest request, MimeType type) {
        Enumeration<String> headers = request.getHeaders("Accept");
        if (!headers.hasMoreElements()) {
            return true;
        }
        MimeType best = null;
        for (MimeType range : accepted(request)) {
            if (range.includes(type) && (best == null || precision(range) > precision(best))) {
                best = range;
            }
        }
        return best != null && quality(best) > 0;
    }

    private static List<MimeType> ranges(String header) {
        try {
            return MimeTypeUtils.parseMimeTypes(header);
        } catch (InvalidMimeTypeException _) {
            return List.of();
        }
    }

    private static int precision(MimeType range) {
        return range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
    }

    private static double quality(MimeType range) {
        @Nullable String text = range.getParameter("q");
        try {
            return text == null ? 1 : Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return 1;
        }
    }
}
