package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The snapshots of a journal in memory.
final class InMemorySnapshots implements SnapshotStore {

    private final Map<StreamId, StoredSnapshot> snapshots = new ConcurrentHashMap<>();

    @Override
    public @Nullable StoredSnapshot find(StreamId stream) {
        return snapshots.get(stream);
    }

    @Override
    public void put(StoredSnapshot snapshot) {
        snapshots.put(snapshot.stream(), snapshot);
    }
}
