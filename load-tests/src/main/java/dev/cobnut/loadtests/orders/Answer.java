package dev.cobnut.loadtests.orders;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An answer to a command.
///
/// @param body as sent by the service
public record Answer(int status, String body) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /// The command took effect: its events are durable.
    public boolean acknowledges() {
        return status / 100 == 2;
    }

    /// The command took no effect and says so.
    public boolean refuses() {
        return status / 100 == 4 || (isUnavailable() && !body.contains("outcome-unknown"));
    }

    /// Another member, or a later moment, may take the command.
    public boolean isUnavailable() {
        return status == 503;
    }

    public JsonNode json() {
        return JSON.readTree(body);
    }

    /// The same status and, as JSON, the same body.
    public boolean sameAs(Answer other) {
        return status == other.status && json().equals(other.json());
    }
}
