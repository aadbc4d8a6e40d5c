package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// Reads events of all streams by position: from the journal, or from what was read of it.
@FunctionalInterface
interface EventReader {

    /// See [dev.cobnut.framework.journal.Cursors#readAll].
    List<RecordedEvent> read(long afterPosition, int limit);
}
