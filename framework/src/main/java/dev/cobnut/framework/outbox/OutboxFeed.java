package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SharedJournal;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/// Decides which committed events are in the outbox map. All other undelivered events wait in the
/// journal.
///
/// Threads: the journal's writer calls `admit`, the sweeper calls `refill` and `restoreLost`, and
/// the pipeline calls `left`.
public sealed interface OutboxFeed permits SingleWriterFeed, SharedFeed {

    /// Tells the owners of partitions that they have new entries.
    interface Wake {

        /// Hands entries to this member, which owns them, so that it needs no query for them.
        /// Called on Hazelcast's threads: return at once.
        void handOver(List<OutboxEntry> added);

        /// Tells all other members. Called on Hazelcast's threads: return at once.
        ///
        /// @param first the smallest `createdAt` of the entries, in µs
        void addedElsewhere(long first);

        /// Tells all members that events of this member are only in the journal. Their owners must
        /// look for them there.
        void missed();

        /// Sets the action that runs when another member calls [#missed].
        void onMissed(Runnable lookThrough);
    }

    /// The feed of a node that writes its journal alone.
    ///
    /// @param isLost true for an event whose entry is not in the map
    /// @param handOver receives entries that were added, in the order of their `createdAt`
    /// @param addedBehind receives the smallest `createdAt` of added entries, in µs, when the
    ///   publisher may have polled beyond them
    static OutboxFeed ofSingleNode(
            Journal journal,
            OutboxStore store,
            OutboxLimits limits,
            Predicate<RecordedEvent> isLost,
            Consumer<List<OutboxEntry>> handOver,
            LongConsumer addedBehind,
            OutboxObserver observer) {
        return new SingleWriterFeed(
                journal, store, limits, isLost, handOver, addedBehind, observer);
    }

    /// The feed of a member of a cluster.
    ///
    /// @param store made by [OutboxStore#ofMember]
    /// @param limits limits of one member. The room is computed from a count that is up to 250 ms
    ///   old
    /// @param wake tells the owners of entries
    /// @throws IllegalArgumentException when the store is not made for a cluster
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
                "the outbox store is of the type "
                        + store.getClass().getName()
                        + ", which is for a single node, but cobnut.cluster.members is above 1:"
                        + " remove that bean, or remove cobnut.cluster");
    }

    /// Sets the action that runs when the map has room again while events wait in the journal.
    void onRoom(Runnable wake);

    /// Sets the receiver of streams that had an event in the journal but not in the outbox map. The
    /// member that committed the event may have failed to write its copy of the stream, too.
    void onFound(Consumer<Collection<StreamId>> forget);

    /// Puts the events of a committed group into the map, or leaves them to a later refill.
    ///
    /// @param committed the events of the group, in the order of their positions
    void admit(List<RecordedEvent> committed);

    /// One bounded turn of the sweeper: brings events from the journal into the map while there is
    /// room.
    ///
    /// @return 0 when there is nothing more to do until the sweeper is woken
    int refill();

    /// Puts back entries of unpublished events that the map has lost.
    ///
    /// @param throughPosition only events up to this position; later ones may be on their way to
    ///   the map
    /// @param limit most unpublished events to compare with the map
    /// @return number of entries that were put back
    int restoreLost(long throughPosition, int limit);

    /// Makes the next refill look through all unpublished events, because partitions have moved or
    /// a member has gone, and wakes the sweeper for it. Any thread. Until then, this member has not
    /// caught up.
    void lookThrough();

    /// Called before the journal unparks a stream. Until [#unparked], an event that is not in the
    /// map may be one of that stream, and is not taken for lost. Any thread.
    void unparking();

    /// Called once after each [#unparking]. Any thread; wake the sweeper afterwards.
    ///
    /// @param mayHaveEvents true when events were parked and may be delivered again: the next
    ///   refill of their owner brings them into the map
    void unparked(boolean mayHaveEvents);

    /// True when this member has looked through everything that was unpublished at its start and at
    /// the last [#lookThrough], or when its part of the map was full before it had.
    boolean isCaughtUp();

    /// Tells the feed that entries have left the map.
    void left(int entries);

    /// Number of entries in the map, as this member has counted them.
    int inMap();
}
