package dev.cobnut.loadtests.variant.sink;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxStore;
import java.util.Collection;
import java.util.List;

/// Another store whose deliveries take their time: the last stage of the pipeline waits here, as it
/// would for a sink that is slower than the events come.
final class ThrottledOutboxStore implements OutboxStore {

    private final OutboxStore store;
    private final Throttle throttle;

    ThrottledOutboxStore(OutboxStore store, Throttle throttle) {
        this.store = store;
        this.throttle = throttle;
    }

    @Override
    public void markDelivered(Collection<OutboxEntry> delivered) {
        throttle.pass(delivered.size());
        store.markDelivered(delivered);
    }

    @Override
    public void add(Collection<OutboxEntry> entries) {
        store.add(entries);
    }

    @Override
    public List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        return store.pollPending(afterCreatedAt, limit);
    }

    @Override
    public long pendingCount() {
        return store.pendingCount();
    }

    @Override
    public void park(Collection<OutboxEntry> parked) {
        store.park(parked);
    }

    @Override
    public List<OutboxEntry> findParked(int limit) {
        return store.findParked(limit);
    }

    @Override
    public List<OutboxEntry> findParked(StreamId stream) {
        return store.findParked(stream);
    }

    @Override
    public List<OutboxEntry> unpark(StreamId stream) {
        return store.unpark(stream);
    }
}
