package dev.cobnut.framework.view;

import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// How changed entries of a view are written.
public enum ViewWrites {

    /// All entries by one call, which does not wait for backups: for a node that has none.
    IN_BULK {
        @Override
        void write(IMap<String, ViewEntry> map, Map<String, ViewEntry> changed) {
            map.setAll(changed);
        }
    },

    /// Each entry by itself, with its backup, and only over an older one: for members that write
    /// the map beside each other. An entry that the backup lacked would be older than what is
    /// marked published.
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
