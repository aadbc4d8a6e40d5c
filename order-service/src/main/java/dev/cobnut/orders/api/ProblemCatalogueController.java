package dev.cobnut.orders.api;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JsonGenerator;

/// Serves an explanation of each problem type at its URI.
@RestController
@RequestMapping(path = "/problems", produces = Bodies.JSON)
final class ProblemCatalogueController {

    @GetMapping
    void all(HttpServletResponse response) throws IOException {
        Bodies.send(
                response,
                Bodies.JSON,
                BoundedJson.write(json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("problems");
                    for (ProblemType type : ProblemType.values()) {
                        write(json, type);
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                }));
    }

    @GetMapping("/{slug}")
    void one(@PathVariable String slug, HttpServletResponse response) throws IOException {
        ProblemType type =
                Arrays.stream(ProblemType.values())
                        .filter(candidate -> candidate.slug().equals(slug))
                        .findFirst()
                        .orElseThrow(() ->
                                ProblemException.of(
                                        ProblemType.NOT_FOUND, "There is no such problem type."));
        Bodies.send(response, Bodies.JSON, BoundedJson.write(json -> write(json, type)));
    }

    private static void write(JsonGenerator json, ProblemType type) {
        json.writeStartObject();
        json.writeStringProperty("type", type.uri());
        json.writeNumberProperty("status", type.status());
        json.writeStringProperty("title", type.title());
        json.writeStringProperty("explanation", type.explanation());
        json.writeEndObject();
    }
}
