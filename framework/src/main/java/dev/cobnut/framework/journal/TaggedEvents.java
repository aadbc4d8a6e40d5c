package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// Reads events by their tags, for decisions that depend on more than one stream. Thread-safe.
/// Waits for the journal, and throws a [JournalException] when it does not answer.
///
/// A decision reads [#head] first and then all pages through it. Positions follow the commits of
/// all members, so no matching event at or before the head is missed. A decision that goes on from
/// an earlier read first reads the head and then asks [#has], in this order: so a failover that
/// lost what was read is noticed, here or by the [AppendCondition].
public interface TaggedEvents {

    /// The last event that was committed.
    JournalMark head();

    /// True when the journal still has the event of the mark.
    boolean has(JournalMark mark);

    /// A page of the events that match a query, in the order of their positions.
    ///
    /// @param afterPosition 0 for the beginning
    /// @param throughPosition the last position that is wanted
    /// @param limit most events to return, from 1
    /// @return [dev.cobnut.framework.event.EventPage#isFull] tells if more may follow
    List<RecordedEvent> read(EventQuery query, long afterPosition, long throughPosition, int limit);
}
