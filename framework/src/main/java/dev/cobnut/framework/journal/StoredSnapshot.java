package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import java.util.UUID;

/// The state of a stream after one of its events, as the journal stores it.
///
/// @param version of the last event that is in the state, from 1
/// @param eventId of that event. After a failover that lost events, another event may have that
///   version; the snapshot is not of this stream then
/// @param schemaVersion version of the state's shape, from 1
public record StoredSnapshot(
        StreamId stream, long version, UUID eventId, int schemaVersion, Payload state) {}
