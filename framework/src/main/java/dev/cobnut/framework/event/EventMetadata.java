package dev.cobnut.framework.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Facts about an event beside its content.
///
/// @param time when the event was decided, by the clock of the deciding service; microsecond
///   precision
/// @param causation id of the command or event that caused it
/// @param correlation id of the business conversation; all its events share it
/// @param traceparent W3C trace context of the request (`00-<trace id>-<span id>-<flags>`,
///   <https://www.w3.org/TR/trace-context/>)
public record EventMetadata(
        Instant time,
        @Nullable String causation,
        @Nullable String correlation,
        @Nullable String traceparent) {

    /// @throws IllegalArgumentException when a text is longer than [EventFormat#TEXT_BYTES_MAX]
    public EventMetadata {
        EventFormat.requireShort("causation", causation);
        EventFormat.requireShort("correlation", correlation);
        EventFormat.requireShort("traceparent", traceparent);
    }

    public static EventMetadata at(Instant time) {
        return new EventMetadata(time, null, null, null);
    }
}
