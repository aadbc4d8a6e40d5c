package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;

/// An event in the outbox: committed, and not delivered yet. Events of parked streams are not in
/// the outbox.
///
/// @param createdAt the event's `recordedAtMicros`, in µs. It is unique and grows within one
///   journal, so it is a total order
public record OutboxEntry(RecordedEvent event, long createdAt) {

    public static OutboxEntry pending(RecordedEvent event) {
        return new OutboxEntry(event, event.recordedAtMicros());
    }

    /// Key in the map: `<version>@<stream>`. The stream is the partition key.
    public String key() {
        return event.version() + "@" + event.stream().value();
    }
}
