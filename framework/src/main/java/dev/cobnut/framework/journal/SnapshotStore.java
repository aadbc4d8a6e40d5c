package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import org.jspecify.annotations.Nullable;

/// Snapshots of streams, at most one each. They can be lost without a loss of events. Thread-safe.
/// Waits for the journal.
public interface SnapshotStore {

    /// The snapshot that was put last.
    ///
    /// @return null when there is none
    /// @throws JournalException when the journal does not answer
    @Nullable StoredSnapshot find(StreamId stream);

    /// Takes the place of the stream's snapshot.
    ///
    /// @throws JournalException when it is not known that the snapshot is stored; the same call may
    ///   be made again
    void put(StoredSnapshot snapshot);
}
