package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.node.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// The store whose entries are written and deleted together, however few there are.
@TestInstance(Lifecycle.PER_CLASS)
class BulkOutboxStoreTest extends OutboxContract {

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
    private OutboxStore store = bulk();

    private OutboxStore bulk() {
        return new IMapOutboxStore(map, new BulkOperations(1));
    }

    @BeforeEach
    void empty() {
        map.clear();
        store = bulk();
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
