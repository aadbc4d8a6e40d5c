package dev.cobnut.framework.event;

import tools.jackson.databind.node.ObjectNode;

/// Lifts the stored payload of one event type by one schema version.
///
/// @param type the event type
/// @param fromSchemaVersion the version that it reads; the result has the next version
/// @param upcast changes the payload in place
public record Upcaster(String type, int fromSchemaVersion, Change upcast) {

    /// The change of one step.
    @FunctionalInterface
    public interface Change {
        void apply(ObjectNode payload);
    }
}
