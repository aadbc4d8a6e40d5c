package dev.cobnut.orders.api;

import dev.cobnut.orders.api.Problem.FieldProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import tools.jackson.core.JsonGenerator;

/// Writes a [Problem] in the form of RFC 9457.
///
/// ```text
/// {"type":"/problems/validation","title":…,"status":422,"detail":…,"instance":"/orders",
///  "errors":[{"pointer":"/lines/0/quantity","detail":…}], …further members}
/// ```
final class ProblemWriter {

    static final String MEDIA_TYPE = "application/problem+json";

    private ProblemWriter() {}

    /// Does nothing when a part of the answer was sent: the answer can only be cut off then.
    static void write(Problem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.status());
        problem.headers().forEach(response::setHeader);
        Bodies.send(response, MEDIA_TYPE, bytes(problem, request.getRequestURI()));
    }

    static byte[] bytes(Problem problem, String instance) {
        return BoundedJson.write(json -> write(json, problem, instance));
    }

    private static void write(JsonGenerator json, Problem problem, String instance) {
        json.writeStartObject();
        json.writeStringProperty("type", problem.type().uri());
        json.writeStringProperty("title", problem.type().title());
        json.writeNumberProperty("status", problem.status());
        json.writeStringProperty("detail", problem.detail());
        json.writeStringProperty("instance", instance);
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
