package dev.cobnut.framework.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.node.TestNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Entries that are put together, in the map of a real member.
@TestInstance(Lifecycle.PER_CLASS)
class PutAllNewerTest {

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, Object> map = hazelcast.getMap(View.MAP_PREFIX + "newer");

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @Test
    void eachEntryIsPutUnlessTheMapHasANewerOne() {
        map.set("older", entry(1));
        map.set("same", entry(2));
        map.set("newer", entry(3));
        map.set("unreadable", "written by somebody else");
        Map<String, ViewEntry> together =
                Map.of(
                        "missing", entry(2),
                        "older", entry(2),
                        "same", entry(2),
                        "newer", entry(2),
                        "unreadable", entry(2));

        var _ = map.executeOnKeys(together.keySet(), new PutAllNewer(together));

        assertThat(map.getAll(together.keySet()))
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
