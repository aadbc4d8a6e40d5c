package dev.cobnut.framework.view;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.List;

/// Reads every committed event of a stream.
@FunctionalInterface
public interface StreamReader {

    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return
    List<RecordedEvent> read(StreamId stream, long afterVersion, int limit);
}
