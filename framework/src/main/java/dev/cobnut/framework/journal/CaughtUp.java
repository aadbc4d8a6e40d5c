package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.List;

/// A stream that a consumer has caught up with.
///
/// @param throughVersion the version of the stream's last event when it was read
/// @param lookups the rows as they are after that event; the positions of these changes say nothing
public record CaughtUp(StreamId stream, long throughVersion, List<LookupChange> lookups) {

    public CaughtUp {
        lookups = List.copyOf(lookups);
    }
}
