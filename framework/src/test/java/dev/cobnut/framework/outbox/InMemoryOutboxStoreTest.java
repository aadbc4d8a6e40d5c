package dev.cobnut.framework.outbox;

/// The store that the publisher's tests use also keeps the contract.
class InMemoryOutboxStoreTest extends OutboxContract {

    private final OutboxStore store = new InMemoryOutboxStore();

    @Override
    protected OutboxStore store() {
        return store;
    }
}
