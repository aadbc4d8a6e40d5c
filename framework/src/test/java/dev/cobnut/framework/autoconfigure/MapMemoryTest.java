package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.node.TestNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MapMemoryTest {

    private static final long BYTES_MAX = 1_000_000;
    private static final Duration SOON = Duration.ofMinutes(2);

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, byte[]> map = hazelcast.getMap("large");

    @AfterEach
    void shutDown() {
        hazelcast.shutdown();
    }

    @Test
    void aMapThatTakesMoreThanItsShareLosesEntriesUntilItFits() {
        assertThat(hazelcast.getMap(EventStore.MAP_NAME).isEmpty()).isTrue(); // is left alone
        for (int i = 0; i < 300; i++) {
            map.set("k" + i, new byte[10_000]);
        }
        assertThat(bytes()).isGreaterThan(3 * BYTES_MAX);

        try (MapMemory memory =
                new MapMemory(
                        hazelcast, Map.of("large", BYTES_MAX, EventStore.MAP_NAME, BYTES_MAX))) {
            memory.start();
            await().atMost(SOON).until(() -> bytes() <= BYTES_MAX);
            assertThat(bytes()).isGreaterThan(BYTES_MAX / 2);
        }
    }

    @Test
    void aMapWithinItsShareKeepsItsEntries() {
        for (int i = 0; i < 50; i++) {
            map.set("k" + i, new byte[10_000]);
        }

        try (MapMemory memory = new MapMemory(hazelcast, Map.of("large", BYTES_MAX))) {
            memory.turn();
        }
        assertThat(map.size()).isEqualTo(50);
    }

    private long bytes() {
        return map.getLocalMapStats().getOwnedEntryMemoryCost();
    }
}
