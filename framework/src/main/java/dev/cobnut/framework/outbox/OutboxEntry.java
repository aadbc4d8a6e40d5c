package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// An event in the outbox.
///
/// @param createdAt the event's `recordedAtMicros`, in µs. It is unique and grows within one
///   journal, so it is a total order
/// @param attempts number of failed deliveries so far
/// @param failure reason of the last failure, or the version behind which the event waits; null
///   when nothing failed
public record OutboxEntry(
        RecordedEvent event,
        OutboxStatus status,
        long createdAt,
        int attempts,
        @Nullable String failure) {

    /// Longest failure text that is kept, in characters.
    public static final int FAILURE_LENGTH_MAX = 500;

    public static OutboxEntry pending(RecordedEvent event) {
        return new OutboxEntry(event, OutboxStatus.PENDING, event.recordedAtMicros(), 0, null);
    }

    /// The same entry, parked: it is not delivered until an operator retries its stream.
    public OutboxEntry parked(int attempts, String failure) {
        String kept =
                failure.length() <= FAILURE_LENGTH_MAX
                        ? failure
                        : failure.substring(0, FAILURE_LENGTH_MAX);
        return new OutboxEntry(event, OutboxStatus.PARKED, createdAt, attempts, kept);
    }

    /// The same entry, to be delivered again from the first attempt.
    public OutboxEntry retried() {
        return new OutboxEntry(event, OutboxStatus.PENDING, createdAt, 0, null);
    }

    /// Key in the map: `<version>@<stream>`. The stream is the partition key.
    public String key() {
        return event.version() + "@" + event.stream().value();
    }
}
