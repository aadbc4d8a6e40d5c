package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;
import java.util.function.ToLongFunction;

/// In which order pending entries that were found in the outbox may be delivered. Used by the
/// publisher's thread only.
public sealed interface DeliveryOrder permits AppendOrder, VersionGate {

    /// The order of a node that adds all entries itself, in the order of their positions.
    static DeliveryOrder asAppended() {
        return AppendOrder.INSTANCE;
    }

    /// The order of the versions, however the entries of a stream came into the map: for a member
    /// of a cluster.
    ///
    /// @param perStreamMax most events of a stream that one question to the journal brings
    static DeliveryOrder byVersion(SharedJournal journal, int perStreamMax) {
        return new VersionGate(journal, perStreamMax);
    }

    /// What a page comes to.
    ///
    /// @param next may be delivered, ascending by version and without a gap within each stream
    /// @param leftovers of events that are published
    /// @param asFound true when `next` has the order in which the entries were found, so that the
    ///   cursor can pass one after the other
    record Passed(List<OutboxEntry> next, List<OutboxEntry> leftovers, boolean asFound) {}

    /// @param found pending entries in any order
    /// @param heldThrough the last version of a stream that the publisher holds, 0 when it holds
    ///   none
    /// @throws RuntimeException when the journal cannot be asked: nothing has changed then
    Passed pass(List<OutboxEntry> found, ToLongFunction<StreamId> heldThrough);

    /// The last event of a stream that is published.
    void delivered(StreamId stream, long version);

    /// True when the journal has more of a stream than it was asked for; asked once, when the
    /// stream's last held event is delivered.
    boolean goesOn(StreamId stream);

    /// Nothing is held any more.
    void restart();
}
