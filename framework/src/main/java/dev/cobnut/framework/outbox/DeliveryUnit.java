package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.StreamId;
import java.util.List;

/// Consecutive events of one stream that are delivered together, in this order. While a unit is on
/// its way no other event of its stream leaves the outbox: that is what keeps a stream in order.
///
/// @param entries at least one, ascending by version
public record DeliveryUnit(StreamId stream, List<OutboxEntry> entries) {}
