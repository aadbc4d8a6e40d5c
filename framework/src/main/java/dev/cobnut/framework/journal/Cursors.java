package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Durable positions of consumers that read the whole journal by themselves, and the streams that
/// each of them has parked. Thread-safe. Waits for the journal.
///
/// Positions have no gap and follow the commits, of all members. So whoever has read through a
/// position has seen every event up to it.
///
/// One member at a time owns a cursor, by a [CursorClaim]. The claim's token fences: after another
/// member has claimed the cursor, the old claim changes nothing.
///
/// Every method throws a [JournalException] when the journal does not answer; whether a change is
/// recorded is unknown then, and it may be made again.
public interface Cursors {

    /// Registers a cursor. Nothing changes when it is registered.
    ///
    /// @param position events through this position are not for the consumer
    void register(String cursor, long position);

    /// A page of all events, in the order of their positions.
    ///
    /// @param afterPosition 0 for the beginning
    /// @param limit most events to return, from 1
    List<RecordedEvent> readAll(long afterPosition, int limit);

    /// The last position whose event was recorded before an instant, 0 when there is none.
    long positionBefore(Instant instant);

    /// Makes this member the owner of a cursor.
    ///
    /// @param term how long no other member can become the owner; [#advance] prolongs it
    /// @return null when another member is the owner, or the cursor is not registered
    @Nullable CursorClaim claim(String cursor, Duration term);

    /// Records in one transaction how far the owner is, and prolongs its term.
    ///
    /// @param position everything through it is done or parked; a lower one than before changes
    ///   nothing
    /// @param parked streams from the event that cannot be handled; one that is parked already gets
    ///   this event, and its retry is not asked for any more
    /// @param unparked streams that are parked no more
    /// @return false when another claim has followed; nothing is recorded then
    boolean advance(
            CursorClaim claim,
            long position,
            Duration term,
            Collection<ParkedStream> parked,
            Collection<StreamId> unparked);

    /// Lets other members claim the cursor at once. Nothing happens when another claim has
    /// followed.
    void release(CursorClaim claim);

    /// The registered ones of these cursors.
    List<CursorState> states(Collection<String> cursors);

    /// The parked streams of a cursor, with the version from which each is parked.
    ///
    /// @param limit most streams to return, from 1
    Map<StreamId, Long> parkedStreams(String cursor, int limit);

    /// The parked streams whose retry was asked for, with the version from which each is parked.
    ///
    /// @param limit most streams to return, from 1
    Map<StreamId, Long> retries(String cursor, int limit);

    /// Parked streams, in the order of the positions of the events that could not be handled.
    ///
    /// @param limit most streams to return, from 1
    List<ParkedStream> readParked(String cursor, int limit);

    /// Asks the owner, whichever member it is, to try a parked stream again.
    ///
    /// @return false when the stream is not parked
    boolean retry(String cursor, StreamId stream);

    /// The same for all parked streams of a cursor.
    ///
    /// @return their number
    int retryAll(String cursor);

    /// Removes a cursor with its parked streams; nothing happens when it is not registered. A claim
    /// of it changes nothing any more.
    void forget(String cursor);
}
