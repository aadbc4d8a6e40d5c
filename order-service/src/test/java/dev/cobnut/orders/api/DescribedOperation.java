package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// An operation of openapi.yaml, and how to call it.
///
/// @param path with its parameters, for example `/orders/{id}`
/// @param query names of its parameters
/// @param body its example, as JSON; empty when it takes none
/// @param open true when it asks for no credentials
/// @param streams true when its answer does not end
/// @param statuses that it may answer
record DescribedOperation(
        String method,
        String path,
        List<String> query,
        String body,
        boolean open,
        boolean streams,
        List<String> statuses) {

    static Stream<DescribedOperation> of(JsonNode document) {
        List<DescribedOperation> all = new ArrayList<>();
        document.path("paths")
                .forEachEntry((path, operations) ->
                        operations.forEachEntry((method, operation) -> {
                            if (operation.has("responses")) {
                                all.add(of(document, path, method, operation));
                            }
                        }));
        assertThat(all).hasSizeGreaterThanOrEqualTo(13);
        return all.stream();
    }

    private static DescribedOperation of(
            JsonNode document, String path, String method, JsonNode operation) {
        List<String> query = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            JsonNode resolved = resolved(document, parameter);
            if (resolved.path("in").asString("").equals("query")) {
                query.add(resolved.path("name").asString());
            }
        }
        JsonNode body = resolved(document, operation.path("requestBody"));
        JsonNode json = body.path("content").path("application/json");
        JsonNode example =
                json.has("example")
                        ? json.path("example")
                        : json.path("examples")
                                .valueStream()
                                .findFirst()
                                .map(one -> resolved(document, one).path("value"))
                                .orElse(json.path("example"));
        List<String> statuses = new ArrayList<>();
        boolean streams = false;
        for (var response : operation.path("responses").properties()) {
            statuses.add(response.getKey());
            streams |=
                    resolved(document, response.getValue())
                            .path("content")
                            .has("text/event-stream");
        }
        JsonNode security = operation.path("security");
        return new DescribedOperation(
                method.toUpperCase(Locale.ROOT),
                path,
                query,
                example.isMissingNode() ? "" : example.toString(),
                security.isArray() && security.isEmpty(),
                streams,
                statuses);
    }

    private static JsonNode resolved(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
    }

    /// True for a method that changes nothing.
    boolean reads() {
        return method.equals("GET");
    }

    /// Calls it.
    ///
    /// @param id in the place of each parameter of the path
    /// @param queryOf value of each parameter of the query, by its name; empty leaves it away
    Answer call(
            ApiClient api,
            String id,
            UnaryOperator<String> queryOf,
            UnaryOperator<String> bodyOf,
            String... headers) {
        StringBuilder target = new StringBuilder(path.replaceAll("\\{[^}]+}", id));
        char separator = '?';
        for (String name : query) {
            String value = queryOf.apply(name);
            if (!value.isEmpty()) {
                target.append(separator)
                        .append(name)
                        .append('=')
                        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                separator = '&';
            }
        }
        String[] all = headers;
        if (!reads()) {
            all = java.util.Arrays.copyOf(headers, headers.length + 2);
            all[headers.length] = "Content-Type";
            all[headers.length + 1] = "application/json";
        }
        return api.send(
                method,
                target.toString(),
                body.isEmpty()
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofString(bodyOf.apply(body)),
                all);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
