package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// Decides which committed events are in the outbox map. What is not there waits in the journal.
///
/// Threads: `admit` by the journal's writer, `refill` and `restoreLost` by the sweeper, `left` by
/// the pipeline.
public sealed interface OutboxFeed permits SingleWriterFeed, SharedFeed {

    /// Who is to be woken when the map has room again while events wait in the journal.
    void onRoom(Runnable wake);

    /// Puts the events of a committed group into the map, or leaves them in the journal.
    ///
    /// @param committed in the order of their positions
    /// @return true when they are in the map and the publisher has to be told
    boolean admit(List<RecordedEvent> committed);

    /// One bounded turn of the sweeper: brings events from the journal into the map while there is
    /// room.
    ///
    /// @return 0 when there is nothing more to do until somebody wakes the sweeper
    int refill();

    /// Puts back entries that the journal has and the map has lost.
    ///
    /// @param recordedBeforeMicros only events that were recorded before; younger ones may be on
    ///   their way
    /// @param limit most unpublished events to look at
    /// @return entries that were put back
    int restoreLost(long recordedBeforeMicros, int limit, LostEntries lost);

    /// Entries left the map, delivered.
    void left(int entries);

    /// Entries that are in the map by this member's account.
    int inMap();

    /// Tells whether an unpublished event is missing from the map.
    @FunctionalInterface
    interface LostEntries {
        boolean isLost(RecordedEvent event);
    }
}
