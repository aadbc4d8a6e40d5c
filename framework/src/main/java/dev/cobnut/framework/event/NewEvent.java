package dev.cobnut.framework.event;

import java.util.Set;
import java.util.UUID;

/// An event that was decided and is not yet recorded: it has no version and no position.
///
/// @param id UUIDv7, unique over all events
/// @param type name of the event's type, for example `OrderPlaced`; it is stored, so it must not
///   change
/// @param schemaVersion version of the payload's shape, from 1
/// @param tags by which decisions find it, at most [Tag#PER_EVENT_MAX]; most events have none
public record NewEvent(
        UUID id,
        String type,
        int schemaVersion,
        Payload payload,
        EventMetadata metadata,
        Set<Tag> tags) {

    /// An event without tags.
    public NewEvent(
            UUID id, String type, int schemaVersion, Payload payload, EventMetadata metadata) {
        this(id, type, schemaVersion, payload, metadata, Set.of());
    }

    /// @throws IllegalArgumentException when the type has not 1 to [StorableText#KEY_LENGTH_MAX]
    ///   characters, a text cannot be stored ([StorableText]), or the time is not between
    ///   [EventFormat#EARLIEST] and [EventFormat#LATEST], or when there are too many tags
    public NewEvent {
        StorableText.requireKey("the type of an event", type);
        StorableText.require("the causation of an event", metadata.causation());
        StorableText.require("the correlation of an event", metadata.correlation());
        StorableText.require("the traceparent of an event", metadata.traceparent());
        EventFormat.requireStorable(metadata.time());
        tags = Tag.requireFew(tags);
    }

    /// The same event with its place in the journal.
    public RecordedEvent recorded(
            StreamId stream, long version, long position, long recordedAtMicros) {
        return new RecordedEvent(
                id,
                stream,
                version,
                type,
                schemaVersion,
                payload,
                metadata,
                position,
                recordedAtMicros);
    }
}
