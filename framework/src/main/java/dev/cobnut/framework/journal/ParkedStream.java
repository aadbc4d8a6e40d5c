package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.nio.charset.StandardCharsets;

/// A stream that is parked: none of its unpublished events is delivered until an operator retries
/// it.
///
/// @param event the event that could not be delivered, the first unpublished one of its stream
/// @param attempts number of failed deliveries of that event
/// @param failure reason of the last failure
public record ParkedStream(RecordedEvent event, int attempts, String failure) {

    /// Longest failure text that is kept, in characters.
    public static final int FAILURE_LENGTH_MAX = 500;

    /// Shortens the failure, and replaces what a database does not store: NUL and half characters.
    public ParkedStream {
        String kept =
                failure.length() <= FAILURE_LENGTH_MAX
                        ? failure
                        : failure.substring(0, FAILURE_LENGTH_MAX);
        failure =
                new String(kept.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                        .replace('\0', '?');
    }

    public StreamId stream() {
        return event.stream();
    }

    public long version() {
        return event.version();
    }
}
