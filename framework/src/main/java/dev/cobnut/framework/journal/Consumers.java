package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The consumers that a journal knows, and what each of them still has to catch up with.
/// Thread-safe.
///
/// An event leaves `unpublished` when the member that delivers it has served the consumers that it
/// knows. What the other registered consumers have missed is recorded in the same transaction.
public interface Consumers {

    /// Says that this member serves these consumers, with every event that it publishes from now
    /// on. Registers those that are new. To be repeated every few seconds: a consumer that no
    /// member has served for [#FORGET_SECONDS] is forgotten, and built anew when it comes back.
    /// What a forgotten consumer has missed is deleted in pieces, by later calls.
    ///
    /// @return the states in the order of the argument
    List<ConsumerState> attend(List<Consumer> served);

    /// Streams whose first event is in a range of positions.
    ///
    /// @param throughPosition at most [#RANGE_MAX] more than `afterPosition`
    List<StreamId> readBegun(long afterPosition, long throughPosition);

    /// Streams that a consumer has missed, in the order of their ids.
    ///
    /// @param after null for the first
    /// @param limit most streams to return, from 1
    List<StreamId> readMissed(Consumer consumer, @Nullable StreamId after, int limit);

    /// Number of streams that a consumer has missed.
    long countMissed(Consumer consumer);

    /// Records in one transaction what a consumer has caught up with. A stream that has grown since
    /// it was read is missed and its rows are not written. A stream that failed stays missed.
    /// Nothing is recorded for a consumer that is not registered.
    ///
    /// @param built the position through which it has caught up with streams that began, 0 for as
    ///   before
    /// @param failed those of the streams with an event that cannot be applied
    /// @return the number of the streams that are missed afterwards
    int record(Consumer consumer, long built, List<CaughtUp> streams, Collection<StreamId> failed);

    /// How long a consumer is remembered that no member serves.
    int FORGET_SECONDS = 15 * 60;

    /// Most positions of one call of [#readBegun].
    int RANGE_MAX = 1_000;
}
