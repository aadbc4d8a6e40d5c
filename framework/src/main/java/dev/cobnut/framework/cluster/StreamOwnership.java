package dev.cobnut.framework.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionService;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import java.util.UUID;
import java.util.function.Function;

/// Tells which streams this member owns: their copies, outbox entries and entries of views are in
/// its memory, and it delivers their events. Thread-safe, but not to be asked on one of Hazelcast's
/// threads: the first question may wait until the partitions are assigned.
///
/// A new stream that its member owns needs no other member until somebody asks another one for it.
/// So a service that chooses the names of its streams chooses owned ones:
///
/// ```java
/// UUID id = ownership.newId(ids, OrderDecider::streamOf);
/// ```
///
/// Partitions move when members come and go, so an answer may be old when it is used. Only speed
/// may depend on it.
@FunctionalInterface
public interface StreamOwnership {

    /// The ownership of a node alone, which owns every stream.
    static StreamOwnership ofSingleNode() {
        return new StreamOwnership() {
            @Override
            public boolean isOwned(StreamId stream) {
                return true;
            }

            @Override
            public UUID newId(TimeOrderedIds ids, Function<UUID, StreamId> streamOf) {
                return ids.next();
            }
        };
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

    /// @param streamOf the name of the stream with an id
    /// @return an id whose stream this member owns, unless none was found
    ///   ([TimeOrderedIds#next(java.util.function.Predicate)])
    default UUID newId(TimeOrderedIds ids, Function<UUID, StreamId> streamOf) {
        return ids.next(id -> isOwned(streamOf.apply(id)));
    }
}
