package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.StreamId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/// The entries of an outbox whose map is spread over members. Thread-safe.
///
/// Every member may put an entry; only the owner of its partition delivers it.
interface OwnedEntries {

    /// Puts entries to where they belong, and returns at once.
    ///
    /// @return completed when all of them can be found by their owners; exceptionally when that is
    ///   not known of one
    CompletionStage<?> put(List<OutboxEntry> entries);

    /// Whether this member delivers the stream now.
    boolean isOwned(StreamId stream);

    /// Keys of this member's entries, pending and parked, with a `createdAt` in the range.
    ///
    /// @param first the smallest one, in µs
    /// @param last the largest one, in µs
    Set<String> keysBetween(long first, long last);

    /// Number of this member's entries, pending and parked.
    int owned();
}
