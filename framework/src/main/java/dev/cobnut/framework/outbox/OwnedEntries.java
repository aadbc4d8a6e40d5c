package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.StreamId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/// The entries of an outbox whose map is partitioned over the members of a cluster. Thread-safe.
///
/// Every member may put an entry; only the owner of its partition delivers it.
interface OwnedEntries {

    /// Sends entries to the owners of their partitions, and returns at once.
    ///
    /// @return completed when the owners have answered, with the number of entries that they have
    ///   taken: an owner refuses those for which it has no room. Completed exceptionally when that
    ///   is not known for at least one
    CompletionStage<Integer> put(List<OutboxEntry> entries);

    /// Sets the limit of this member's entries. It is asked whenever a member puts one.
    void limit(OutboxRoom room);

    /// True when this member owns the stream's partition now, and so delivers the stream.
    boolean isOwned(StreamId stream);

    /// Keys of this member's entries with a `createdAt` in the range.
    ///
    /// @param first the smallest one, in µs
    /// @param last the largest one, in µs
    Set<String> keysBetween(long first, long last);

    /// Number of this member's entries.
    int owned();

    /// Bytes of the heap that they take; 0 when they are not measured.
    default long bytes() {
        return 0;
    }
}
