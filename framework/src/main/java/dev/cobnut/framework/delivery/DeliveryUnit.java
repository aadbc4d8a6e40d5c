package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;

/// Consecutive events of one stream that are delivered together, in this order. While a unit is on
/// its way, no other event of its stream leaves the outbox. This keeps a stream in order.
///
/// @param entries at least one, ascending by version
record DeliveryUnit(StreamId stream, List<OutboxEntry> entries) {

    /// True when its first event is the first one of the stream.
    boolean beginsStream() {
        return entries.getFirst().event().version() == 1;
    }

    /// The events, ascending by version.
    List<RecordedEvent> events() {
        if (entries.size() == 1) {
            return List.of(entries.getFirst().event()); // as nearly always
        }
        return entries.stream().map(OutboxEntry::event).toList();
    }
}
