package dev.cobnut.loadtests.standin;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Status and JSON body of an answer.
record StandInReply(int status, String body) {

    /// Those of an order: its version, and its place when it is new.
    Map<String, String> headers() {
        if (!body.contains("\"version\"")) {
            return Map.of();
        }
        JsonNode order = JsonMapper.shared().readTree(body);
        if (!order.has("version") || !order.has("orderId")) {
            return Map.of();
        }
        String etag = "\"" + order.path("version").asLong() + "\"";
        return status == 201
                ? Map.of("ETag", etag, "Location", "/orders/" + order.path("orderId").asString())
                : Map.of("ETag", etag);
    }
}
