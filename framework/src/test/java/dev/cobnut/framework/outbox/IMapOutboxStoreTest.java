package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.node.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// The contract on the map of a real member.
@TestInstance(Lifecycle.PER_CLASS)
class IMapOutboxStoreTest extends OutboxContract {

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
    private OutboxStore store = new IMapOutboxStore(map, BulkOperations.NEVER);

    @BeforeEach
    void empty() {
        map.clear();
        store = new IMapOutboxStore(map, BulkOperations.NEVER);
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
