package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.journal.ParkedStream;

/// A parked stream in an answer, by its event that could not be delivered or handled.
///
/// @param failure the reason why it is parked
public record ParkedRow(
        String stream, long version, String type, String eventId, int attempts, String failure) {

    static ParkedRow of(ParkedStream parked) {
        return new ParkedRow(
                parked.stream().value(),
                parked.version(),
                parked.event().type(),
                parked.event().id().toString(),
                parked.attempts(),
                parked.failure());
    }
}
