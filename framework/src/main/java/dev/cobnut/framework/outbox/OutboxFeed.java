package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SharedJournal;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/// Decides which committed events are in the outbox map. What is not there waits in the journal.
///
/// Threads: `admit` by the journal's writer, `refill` and `restoreLost` by the sweeper, `left` by
/// the pipeline.
public sealed interface OutboxFeed permits SingleWriterFeed, SharedFeed {

    /// Tells the owners of entries that they are there.
    interface Wake {

        /// Called on threads of Hazelcast's: return at once.
        ///
        /// @param first the smallest `createdAt` of the entries, in µs
        void added(long first);

        /// Something that this member committed is in the journal only: its owners are to look
        /// through it.
        void missed();

        /// What to do when another member says so.
        void onMissed(Runnable lookThrough);
    }

    /// The feed of a node whose journal nobody else writes.
    ///
    /// @param parked number of parked entries in the map
    /// @param lost true for an event whose entry is not in the map
    static OutboxFeed ofSingleNode(
            Journal journal,
            OutboxStore store,
            OutboxLimits limits,
            IntSupplier parked,
            Predicate<RecordedEvent> lost,
            OutboxObserver observer) {
        return new SingleWriterFeed(journal, store, limits, parked, lost, observer);
    }

    /// The feed of a member of a cluster.
    ///
    /// @param store made by [OutboxStore#ofMember]
    /// @param limits of one member; pending and parked entries share their room, which is checked
    ///   against a count that is up to 250 ms old
    /// @param wake tells the owners of entries
    /// @throws IllegalArgumentException when the store knows no other members
    static OutboxFeed ofMember(
            SharedJournal journal,
            OutboxStore store,
            OutboxLimits limits,
            Wake wake,
            OutboxObserver observer) {
        if (store instanceof OwnedEntries owned) {
            return new SharedFeed(journal, owned, limits, wake, observer, System::nanoTime);
        }
        throw new IllegalArgumentException(
                "the outbox store is a "
                        + store.getClass().getName()
                        + ", which is for a single node; cobnut.cluster.members is above 1: remove"
                        + " that bean, or cobnut.cluster");
    }

    /// Who is to be woken when the map has room again while events wait in the journal.
    void onRoom(Runnable wake);

    /// Who is told of streams of which an event was in the journal and not in the map: the member
    /// that committed it may not have reached other maps either.
    void onFound(Consumer<Collection<StreamId>> forget);

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
    int restoreLost(long recordedBeforeMicros, int limit);

    /// The next refill looks through everything that is unpublished: partitions have moved, or a
    /// member has gone. Any thread; wake the sweeper afterwards.
    void lookThrough();

    /// True when this member has once looked through everything that was unpublished at its start,
    /// or has as much of it as it may.
    boolean isCaughtUp();

    /// Entries left the map, delivered.
    void left(int entries);

    /// Entries that are in the map by this member's account.
    int inMap();
}
