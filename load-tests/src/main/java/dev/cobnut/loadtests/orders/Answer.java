package dev.cobnut.loadtests.orders;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An answer to a command.
///
/// @param body the body that the service sent
public record Answer(int status, String body) {

    private static final JsonMapper JSON = JsonMapper.shared();

    /// True when the command took effect: its events are durable.
    public boolean acknowledges() {
        return status / 100 == 2;
    }

    /// True when the answer says that the command took no effect.
    public boolean refuses() {
        return status / 100 == 4 || (isUnavailable() && !body.contains("outcome-unknown"));
    }

    /// True when the command may succeed on another member or later.
    public boolean isUnavailable() {
        return status == 503;
    }

    public JsonNode json() {
        return JSON.readTree(body);
    }

    /// True when the status and, as JSON, the body are the same.
    public boolean sameAs(Answer other) {
        return status == other.status && json().equals(other.json());
    }
}
