package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/// Decides which pending entries of the outbox may be delivered, and in which order. The journal
/// records which streams are parked. Used by the publisher's thread only.
public sealed interface DeliveryOrder permits AppendOrder, VersionGate {

    /// The order of a single node, which adds all entries in the order of their positions.
    static DeliveryOrder asAppended(Journal journal) {
        return new AppendOrder(journal);
    }

    /// The order of a member of a cluster: the versions of each stream, in whatever order its
    /// entries came into the map.
    ///
    /// @param perStreamMax most events of one stream that one read of the journal returns
    static DeliveryOrder byVersion(SharedJournal journal, int perStreamMax) {
        return new VersionGate(journal, perStreamMax);
    }

    /// The result for one page.
    ///
    /// @param next entries that may be delivered, ascending by version and without a gap within
    ///   each stream
    /// @param leftovers entries that leave the map: of events that are already published, and of
    ///   parked streams
    /// @param asFound true when `next` has the order in which the entries were found, so that the
    ///   cursor can pass them one by one
    record Passed(List<OutboxEntry> next, List<OutboxEntry> leftovers, boolean asFound) {}

    /// @param found pending entries in any order
    /// @param heldThrough returns the last version of a stream that the publisher holds, 0 when it
    ///   holds none
    /// @throws RuntimeException when the journal cannot be read; nothing has changed then
    Passed pass(List<OutboxEntry> found, ToLongFunction<StreamId> heldThrough);

    /// Notes the last version of a stream that was delivered and published.
    void delivered(StreamId stream, long version);

    /// True when the journal has more unpublished events of the stream than the last read returned.
    /// Called once, when the last held event of the stream is delivered.
    boolean goesOn(StreamId stream);

    /// Parks streams. Their events stay in the journal and leave the map.
    ///
    /// @return those that are parked; the events of the others were published meanwhile
    /// @throws RuntimeException when it is not known that they are parked
    Set<StreamId> park(Collection<ParkedStream> streams);

    /// Makes the events of a parked stream deliverable again.
    ///
    /// @return number of those events, 0 when the stream is not parked
    /// @throws RuntimeException when it is not known that the stream is not parked any more
    long unpark(StreamId stream);

    /// True when entries are added to the store in the order of `createdAt`.
    boolean isAsAppended();

    /// Tells that the publisher holds no entries any more.
    void restart();
}
