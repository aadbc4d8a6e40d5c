package dev.cobnut.framework.maps;

import com.hazelcast.core.HazelcastInstance;

/// Decides whether operations on many keys of a map are sent together: one operation for each
/// partition instead of one for each key.
///
/// - **Together** is cheaper when several of the keys share a partition. But such an operation does
///   not wait for backups (Hazelcast 5.7, ADR 2), and its end wakes another thread.
/// - **Each by itself** is cheaper for few keys: the partition's thread completes it.
///
/// So a member of a cluster, which has backups and many partitions, never sends them together. A
/// node that joins nobody has no backups, and few partitions.
///
/// @param keysMin fewer keys are sent each by itself
public record BulkOperations(int keysMin) {

    /// Fewer keys than this do not pay for the thread that is woken, however few partitions there
    /// are.
    private static final int KEYS_MIN = 4;

    /// For a map with backups.
    public static final BulkOperations NEVER = new BulkOperations(Integer.MAX_VALUE);

    /// For a map of a node that joins nobody: when a partition gets two keys or more, on average.
    public static BulkOperations ofSingleNode(HazelcastInstance hazelcast) {
        int partitions = hazelcast.getPartitionService().getPartitions().size();
        return new BulkOperations(Math.max(KEYS_MIN, 2 * partitions));
    }

    /// True when operations on so many keys are sent together.
    public boolean takes(int keys) {
        return keys >= keysMin;
    }
}
