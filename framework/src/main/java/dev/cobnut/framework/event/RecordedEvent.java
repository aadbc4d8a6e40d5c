package dev.cobnut.framework.event;

import java.util.UUID;

/// An event as the journal stores it. It never changes.
///
/// @param id UUIDv7, unique over all events; consumers detect duplicates by it
/// @param stream the stream that it belongs to
/// @param version its place in the stream: 1, 2, 3 … without a gap
/// @param type name of the event's type, for example `OrderPlaced`
/// @param schemaVersion version of the payload's shape, from 1
/// @param payload the content, UTF-8 JSON unless a codec says otherwise
/// @param metadata time, causation, correlation, trace context
/// @param position its place in the journal; larger is later
/// @param recordedAtMicros when the journal recorded it, microseconds since 1970-01-01T00:00Z;
///   within one journal strictly increasing with the position, whatever the wall clock does
public record RecordedEvent(
        UUID id,
        StreamId stream,
        long version,
        String type,
        int schemaVersion,
        Payload payload,
        EventMetadata metadata,
        long position,
        long recordedAtMicros) {

    /// The event as a store gives it back: its payload is the bytes alone.
    public RecordedEvent asStored() {
        return new RecordedEvent(
                id,
                stream,
                version,
                type,
                schemaVersion,
                payload.withoutEvent(),
                metadata,
                position,
                recordedAtMicros);
    }
}
