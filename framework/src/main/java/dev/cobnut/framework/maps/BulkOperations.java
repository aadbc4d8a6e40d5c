package dev.cobnut.framework.maps;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/// Decides whether operations on many keys of a map are sent together: one operation for each
/// partition instead of one for each key.
///
/// - **Together** is cheaper when several of the keys share a partition. But its end wakes another
///   thread, and in a map with backups it does not wait for them (Hazelcast 5.7, ADR 2).
/// - **Each by itself** is cheaper for few keys: the partition's thread completes it.
///
/// So a member of a cluster, which has many partitions, never sends them together. A node that
/// joins nobody has few partitions.
///
/// @param keysMin fewer keys are sent each by itself
public record BulkOperations(int keysMin) {

    /// Fewer keys than this do not pay for the thread that is woken, however few partitions there
    /// are.
    private static final int KEYS_MIN = 4;

    /// For a map with many partitions, or with backups.
    public static final BulkOperations NEVER = new BulkOperations(Integer.MAX_VALUE);

    /// For a map of a node that joins nobody: when a partition gets two keys or more, on average.
    public static BulkOperations ofSingleNode(HazelcastInstance hazelcast) {
        int partitions = hazelcast.getPartitionService().getPartitions().size();
        return new BulkOperations(Math.max(KEYS_MIN, 2 * partitions));
    }

    /// Runs a processor for each key.
    ///
    /// @return all of them have run when these are complete; one that could not be sent is a failed
    ///   stage
    public <V> List<CompletionStage<?>> submit(
            IMap<String, V> map,
            Map<String, ? extends EntryProcessor<String, V, Boolean>> processors) {
        List<CompletionStage<?>> sent = new ArrayList<>();
        try {
            if (takes(processors.size())) {
                sent.add(
                        map.submitToKeys(
                                processors.keySet(), new ProcessorOfEachKey<>(processors)));
            } else {
                processors.forEach((key, processor) -> sent.add(map.submitToKey(key, processor)));
            }
        } catch (RuntimeException e) {
            sent.add(CompletableFuture.failedStage(e));
        }
        return sent;
    }

    /// True when operations on so many keys are sent together.
    public boolean takes(int keys) {
        return keys >= keysMin;
    }
}
