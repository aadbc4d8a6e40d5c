package dev.cobnut.framework.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.node.TestNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Entries that are put into the map of a real member, together and each by itself.
@TestInstance(Lifecycle.PER_CLASS)
class PutNewerTest {

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, Object> map = hazelcast.getMap(View.MAP_PREFIX + "newer");

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Integer.MAX_VALUE})
    void eachEntryIsPutUnlessTheMapHasANewerOne(int keysMin) {
        map.clear();
        map.set("older", entry(1));
        map.set("same", entry(2));
        map.set("newer", entry(3));
        map.set("unreadable", "written by somebody else");
        Map<String, PutNewer> puts = new HashMap<>();
        for (String key : List.of("missing", "older", "same", "newer", "unreadable")) {
            puts.put(key, new PutNewer(entry(2)));
        }

        new BulkOperations(keysMin)
                .submit(map, puts)
                .forEach(put -> put.toCompletableFuture().join());

        assertThat(map.getAll(puts.keySet()))
                .containsOnly(
                        Map.entry("missing", entry(2)),
                        Map.entry("older", entry(2)),
                        Map.entry("same", entry(2)),
                        Map.entry("newer", entry(3)),
                        Map.entry("unreadable", entry(2)));
    }

    private static ViewEntry entry(long version) {
        byte[] value = Long.toString(version).getBytes(StandardCharsets.UTF_8);
        return new ViewEntry(version, Payload.of(value), false);
    }
}
