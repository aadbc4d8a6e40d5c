package dev.cobnut.framework.eventstore;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Journal;
import java.util.Collection;
import java.util.List;

/// Copies of streams in memory, in front of the journal. Thread-safe.
///
/// | | who writes the journal | may a copy lag behind the journal? |
/// |---|---|---|
/// | [OwnCopies] | this node alone | no |
/// | [SharedCopies] | the members of the cluster | yes, for as long as a member is being lost |
/// | [NoCopies] | nobody can tell | there are none |
sealed interface StreamCopies permits NoCopies, OwnCopies, SharedCopies {

    /// Events of a stream, oldest first; from the copy where there is one.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return, from 1
    List<RecordedEvent> read(StreamId stream, long afterVersion, int limit);

    /// The same, with every event that was committed before the call.
    List<RecordedEvent> readLatest(StreamId stream, long afterVersion, int limit);

    /// True when the journal has another last version than a reader of a copy has seen: a later
    /// one, or an earlier one after a failover that lost events.
    boolean hasChanged(StreamId stream, long version);

    /// Said before the first append by somebody who does not own its streams.
    void sharedByWriters();

    /// Compares the last version of a stream with one that was seen, by one short read.
    ///
    /// @return the version that was seen when it is the last one; otherwise a later or an earlier
    ///   version, perhaps not the last
    static long versionIn(Journal journal, StreamId stream, long seen) {
        List<RecordedEvent> last = journal.read(stream, Math.max(0, seen - 1), 2);
        return last.isEmpty() ? Math.max(0, seen - 1) : last.getLast().version();
    }

    /// Starts to write a committed group. Called by the journal's writer.
    ///
    /// @param appended the events of each command, in the order of their positions; each list has
    ///   one stream
    Write begin(List<List<RecordedEvent>> appended);

    /// One bounded turn of the sweeper: drops copies that may lag.
    void dropDoubtful();

    /// Drops the copies of some streams, which may lack events that another member committed.
    void forget(Collection<StreamId> streams);

    /// Drops the copies that this member owns. Called after a member has gone, because its last
    /// writes may not have arrived here.
    void forgetOwned();

    /// A group that is being written to the copies.
    interface Write {

        /// The write of a group that appended nothing.
        Write NONE = AppendRequest::answer;

        /// Waits until the next group may be written.
        default void await() {}

        /// Completes the request's result with the outcome, as soon as readers of the copy see the
        /// events.
        void answer(AppendRequest request, AppendResult outcome);
    }
}
