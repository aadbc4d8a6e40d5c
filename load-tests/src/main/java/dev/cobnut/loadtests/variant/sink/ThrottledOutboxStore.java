package dev.cobnut.loadtests.variant.sink;

import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxStore;
import java.util.Collection;
import java.util.List;

/// Wraps a store and delays its pages. After each poll, the publisher waits for the time that a
/// sink of that rate needs for the page. Events that have not passed yet are pending in the map, in
/// the journal and in the metrics. The publisher's poll timer includes the wait.
final class ThrottledOutboxStore implements OutboxStore {

    private final OutboxStore store;
    private final Throttle throttle;

    ThrottledOutboxStore(OutboxStore store, Throttle throttle) {
        this.store = store;
        this.throttle = throttle;
    }

    @Override
    public List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        List<OutboxEntry> page = store.pollPending(afterCreatedAt, limit);
        throttle.pass(page.size());
        return page;
    }

    @Override
    public void add(Collection<OutboxEntry> entries) {
        store.add(entries);
    }

    @Override
    public void markDelivered(Collection<OutboxEntry> delivered) {
        store.markDelivered(delivered);
    }

    @Override
    public long pendingCount() {
        return store.pendingCount();
    }
}
