package dev.cobnut.framework.eventstore;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
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

    /// True when the journal has later versions than a reader of a copy has seen.
    boolean hasGrown(StreamId stream, long version);

    /// Begins to write a committed group. Called by the journal's writer.
    ///
    /// @param appended the events of each command, in the order of their positions
    Write begin(List<List<RecordedEvent>> appended);

    /// One bounded turn of the sweeper: drops copies that may lag.
    void dropDoubtful();

    /// Drops the copies of some streams, which may lack events that another member committed.
    void forget(Collection<StreamId> streams);

    /// Drops the copies that this member owns: a member has gone, and what it had on its way here
    /// may not have arrived.
    void forgetOwned();

    /// A group on its way into the copies.
    interface Write {

        /// Nothing was appended.
        Write NONE = (request, outcome) -> request.result().complete(outcome);

        /// Waits for what the next group has to wait for, too.
        default void await() {}

        /// Gives an answer, when readers of the copy see what it says.
        void answer(AppendRequest request, AppendResult outcome);
    }
}
