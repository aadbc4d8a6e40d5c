package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.outbox.OutboxContract;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Runs the outbox contract on the map of a real member: a naive outbox is slow, not wrong.
@TestInstance(Lifecycle.PER_CLASS)
class PagingOutboxStoreTest extends OutboxContract {

    private final HazelcastInstance hazelcast = NaiveMember.start(false);
    private final IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
    private OutboxStore store = new PagingOutboxStore(map);

    @BeforeEach
    void empty() {
        map.clear();
        store = new PagingOutboxStore(map);
    }

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @Override
    protected OutboxStore store() {
        return store;
    }
}
