package dev.cobnut.framework.outbox;

/// The store that the publisher's tests rest on keeps the contract too.
class InMemoryOutboxStoreTest extends OutboxContract {

    private final OutboxStore store = new InMemoryOutboxStore();

    @Override
    protected OutboxStore store() {
        return store;
    }
}
