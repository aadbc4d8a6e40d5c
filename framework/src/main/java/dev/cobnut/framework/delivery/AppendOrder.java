package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;
import java.util.function.ToLongFunction;

/// The order of a single node: entries may be delivered in the order in which a poll finds them.
final class AppendOrder implements DeliveryOrder {

    static final AppendOrder INSTANCE = new AppendOrder();

    private AppendOrder() {}

    @Override
    public Passed pass(List<OutboxEntry> found, ToLongFunction<StreamId> heldThrough) {
        return new Passed(found, List.of(), true);
    }

    @Override
    public void delivered(StreamId stream, long version) {}

    @Override
    public boolean goesOn(StreamId stream) {
        return false;
    }

    @Override
    public void restart() {}
}
