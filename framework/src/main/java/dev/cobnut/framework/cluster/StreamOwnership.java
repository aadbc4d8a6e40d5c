package dev.cobnut.framework.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionService;
import dev.cobnut.framework.event.StreamId;

/// Tells which streams this member owns: their copies, outbox entries and entries of views are in
/// its memory, and it delivers their events. Thread-safe.
///
/// A new stream that its member owns needs no other member until somebody asks another one for it.
/// So a service that chooses the names of its streams chooses owned ones:
///
/// ```java
/// UUID id = ids.next(candidate -> ownership.isOwned(StreamId.of("order", candidate.toString())));
/// ```
///
/// Partitions move when members come and go. So the answer is for now, and nothing may depend on it
/// but speed.
@FunctionalInterface
public interface StreamOwnership {

    /// The ownership of a node alone, which owns every stream.
    static StreamOwnership ofSingleNode() {
        return _ -> true;
    }

    /// The ownership of a member of a cluster. It owns the streams whose partition is here.
    static StreamOwnership ofMember(HazelcastInstance hazelcast) {
        PartitionService partitions = hazelcast.getPartitionService();
        return stream -> {
            var owner = partitions.getPartition(stream.value()).getOwner();
            return owner != null && owner.localMember();
        };
    }

    boolean isOwned(StreamId stream);
}
