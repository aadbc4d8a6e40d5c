package dev.cobnut.framework.view;

import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// The way in which changed entries of a view are written.
public enum ViewWrites {

    /// One call writes all entries. It does not wait for backups. For a single node, which has
    /// none.
    IN_BULK {
        @Override
        void write(IMap<String, ViewEntry> map, Map<String, ViewEntry> changed) {
            map.setAll(changed);
        }
    },

    /// Writes each entry separately, waits for its backup, and replaces only an older entry. For
    /// members that write the map concurrently. Without the wait, a backup could lack an event that
    /// is already marked as published.
    NEWER_WITH_BACKUP {
        @Override
        void write(IMap<String, ViewEntry> map, Map<String, ViewEntry> changed) {
            List<CompletionStage<?>> writes = new ArrayList<>(changed.size());
            changed.forEach((key, entry) -> writes.add(map.submitToKey(key, new PutNewer(entry))));
            writes.forEach(write -> write.toCompletableFuture().join());
        }
    };

    abstract void write(IMap<String, ViewEntry> map, Map<String, ViewEntry> changed);
}
