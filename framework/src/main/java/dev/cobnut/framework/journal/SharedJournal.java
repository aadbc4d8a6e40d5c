package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.Collection;
import java.util.List;

/// A log that several members write, each through a [Journal] of its own. Only over such a journal
/// do members join each other.
///
/// Every read sees what any member has committed, so a decision or an answer that rests on a read
/// of this journal is right whatever a map says. Positions identify events and grow with the events
/// of one member; those of another member may become visible later although they are smaller. So
/// who reads by positions begins again from time to time.
public interface SharedJournal extends Journal {

    /// Which log this is: members whose journals have the same identity write the same one.
    String identity();

    /// Unpublished events of some streams.
    ///
    /// @param streams at least one
    /// @param perStreamMax most events of one stream, from 1: its first ones
    /// @return in no order of the streams, ascending by version within each
    List<RecordedEvent> readUnpublished(Collection<StreamId> streams, int perStreamMax);
}
