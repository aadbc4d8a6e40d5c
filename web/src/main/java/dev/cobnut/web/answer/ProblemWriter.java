package dev.cobnut.web.answer;

import dev.cobnut.web.json.BoundedJson;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.Bodies;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import tools.jackson.core.JsonGenerator;

/// Writes a [Problem] in the form of RFC 9457.
///
/// ```text
/// {"type":"/problems/validation","title":…,"status":422,"detail":…,"instance":"/orders",
///  "errors":[{"pointer":"/lines/0/quantity","detail":…}], …further members}
/// ```
public final class ProblemWriter {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    public static final String MEDIA_TYPE = "application/problem+json";

    private ProblemWriter() {}

    /// When a part of the answer was sent, the connection is cut instead.
    public static void write(
            Problem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (StreamedAnswer.cutWhenBegun(request, response)) {
            return;
        }
        response.resetBuffer();
        leaveBody(request, response);
        response.setStatus(problem.status());
        problem.headers().forEach(response::setHeader);
        Answers.send(response, MEDIA_TYPE, bytes(problem, request.getRequestURI()));
    }

    private static void leaveBody(HttpServletRequest request, HttpServletResponse response) {
        try {
            Bodies.leave(request, response);
        } catch (ProblemException _) {
            // The request has a problem already, and this one ends the connection.
            response.setHeader("Connection", "close");
        }
    }

    public static byte[] bytes(Problem problem, String instance) {
        return BoundedJson.write(json -> write(json, problem, instance));
    }

    /// The path of the request as a URI reference (RFC 3986). What cannot be part of a path is
    /// escaped: a broken request has such paths.
    private static String reference(String path) {
        StringBuilder escaped = null;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean fine = c == '%' ? isEscape(path, i) : isPathCharacter(c);
            if (escaped == null && !fine) {
                escaped = new StringBuilder(path.length() + 16).append(path, 0, i);
            }
            if (escaped != null && fine) {
                escaped.append(c);
            } else if (escaped != null) {
                for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append('%').append(HEX.toHexDigits(b));
                }
            }
        }
        return escaped == null ? path : escaped.toString();
    }

    private static boolean isEscape(String path, int at) {
        return at + 2 < path.length()
                && HexFormat.isHexDigit(path.charAt(at + 1))
                && HexFormat.isHexDigit(path.charAt(at + 2));
    }

    private static boolean isPathCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "/-._~!$&'()*+,;=@".indexOf(c) >= 0;
    }

    private static void write(JsonGenerator json, Problem problem, String instance) {
        json.writeStartObject();
        json.writeStringProperty("type", problem.type().uri());
        json.writeStringProperty("title", problem.type().title());
        json.writeNumberProperty("status", problem.status());
        json.writeStringProperty("detail", problem.detail());
        json.writeStringProperty("instance", reference(instance));
        if (!problem.errors().isEmpty()) {
            json.writeArrayPropertyStart("errors");
            for (FieldProblem error : problem.errors()) {
                json.writeStartObject();
                json.writeStringProperty(error.place(), error.name());
                json.writeStringProperty("detail", error.detail());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        problem.members()
                .forEach((name, value) -> {
                    if (value instanceof Long number) {
                        json.writeNumberProperty(name, number);
                    } else {
                        json.writeStringProperty(name, value.toString());
                    }
                });
        json.writeEndObject();
    }
}
