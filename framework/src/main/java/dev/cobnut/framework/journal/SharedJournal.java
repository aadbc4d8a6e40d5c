package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.Collection;
import java.util.Map;

/// A log that several members write, each through its own [Journal]. Members form a cluster only
/// over such a journal.
///
/// Every read sees the commits of all members, so a decision that rests on a read of this journal
/// is right even when a map lags. Positions identify events. Positions of one member grow, but a
/// smaller position of another member may become visible later. A reader by position therefore
/// starts again from the beginning from time to time.
public interface SharedJournal extends Journal {

    /// The identity of the log: journals with the same identity write the same log.
    String identity();

    /// The first unpublished events of some streams that may be delivered: none of a parked stream.
    /// The streams share [StreamHead#BYTES_MAX], and each gets one event at least.
    ///
    /// @param streams at least one
    /// @param perStreamMax most events of one stream, from 1
    /// @return for each of the streams
    Map<StreamId, StreamHead> readDeliverable(Collection<StreamId> streams, int perStreamMax);
}
