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
    /// @return completed when the owners have all entries; completed exceptionally when that is not
    ///   known for at least one
    CompletionStage<?> put(List<OutboxEntry> entries);

    /// True when this member owns the stream's partition now, and so delivers the stream.
    boolean isOwned(StreamId stream);

    /// Keys of this member's entries, pending and parked, with a `createdAt` in the range.
    ///
    /// @param first the smallest one, in µs
    /// @param last the largest one, in µs
    Set<String> keysBetween(long first, long last);

    /// Number of this member's entries, pending and parked.
    int owned();
}
