package dev.cobnut.web.answer;

import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.web.json.BoundedJson;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.MediaTypes;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JsonGenerator;

/// Serves an explanation of each problem type at its URI.
@RestController
@RequestMapping(path = "/problems", produces = MediaTypes.JSON)
final class ProblemCatalogueController {

    private final Map<String, ProblemType> types = new LinkedHashMap<>();

    /// @param own the application's types
    /// @throws UnusableDomainException when two types have one name
    ProblemCatalogueController(List<ProblemType> own) {
        Stream.concat(ProblemType.general().stream(), own.stream())
                .forEach(type -> {
                    if (types.putIfAbsent(type.name(), type) != null) {
                        throw new UnusableDomainException(
                                "There are two problem types named %s; give one of them another name."
                                        .formatted(type.name()));
                    }
                });
    }

    @GetMapping
    void all(HttpServletResponse response) throws IOException {
        Answers.send(
                response,
                MediaTypes.JSON,
                BoundedJson.write(json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("problems");
                    for (ProblemType type : types.values()) {
                        write(json, type);
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                }));
    }

    @GetMapping("/{slug}")
    void one(@PathVariable String slug, HttpServletResponse response) throws IOException {
        ProblemType type = types.get(slug);
        if (type == null) {
            throw ProblemException.of(ProblemType.NOT_FOUND, "There is no such problem type.");
        }
        Answers.send(response, MediaTypes.JSON, BoundedJson.write(json -> write(json, type)));
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
