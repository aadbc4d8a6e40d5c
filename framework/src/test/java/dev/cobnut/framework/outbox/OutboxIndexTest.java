package dev.cobnut.framework.outbox;

import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import com.hazelcast.query.LocalIndexStats;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.node.TestNode;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// The statistics of the running map show that the index exists and is used.
@TestInstance(Lifecycle.PER_CLASS)
class OutboxIndexTest {

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
    private final IMapOutboxStore store = new IMapOutboxStore(map, BulkOperations.NEVER);

    @BeforeEach
    void someArePending() {
        map.clear();
        store.add(ofStreams(0, 100, T0, 1));
    }

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @Test
    void theRunningMapHasItsIndex() {
        assertThat(map.getLocalMapStats().getIndexStats())
                .containsOnlyKeys(OutboxMap.CREATED_AT_INDEX);
    }

    /// While Hazelcast cleans up after a failure, every access fails at once.
    @Test
    void theMapIsOpenedAlsoWhenManyLooksInARowFail() {
        AtomicInteger looks = new AtomicInteger();
        HazelcastInstance failing =
                (HazelcastInstance)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {HazelcastInstance.class},
                                (_, method, arguments) -> {
                                    if (looks.incrementAndGet() <= 10) {
                                        throw new IndeterminateOperationStateException("missed");
                                    }
                                    return method.invoke(hazelcast, arguments);
                                });

        assertThat(OutboxMap.open(failing).getName()).isEqualTo(OutboxMap.NAME);
        assertThat(looks).hasValue(11);
    }

    @Test
    void aPollAsksTheSortedIndex() {
        Uses before = Uses.of(map);
        assertThat(store.pollPending(T0 + 10, 20)).hasSize(20);
        Uses after = Uses.of(map);
        assertThat(after.ofCreatedAt()).isGreaterThan(before.ofCreatedAt());
        assertThat(after.hitsOfCreatedAt()).isGreaterThan(before.hitsOfCreatedAt());
        assertNoQueryScanned();
    }

    @Test
    void aMapWithoutIndexesIsRefusedWithASentence() {
        IMap<String, OutboxEntry> plain = hazelcast.getMap("plain");
        assertThatThrownBy(() -> new IMapOutboxStore(plain, BulkOperations.NEVER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the running map 'plain' has the indexes []")
                .hasMessageContaining(OutboxMap.CREATED_AT_INDEX)
                .hasMessageContaining("add OutboxMap.config() to the Hazelcast configuration");
    }

    @Test
    void anEntryNeverLeavesByItself() {
        var running = hazelcast.getConfig().findMapConfig(OutboxMap.NAME);
        assertThat(running.getEvictionConfig().getEvictionPolicy()).isEqualTo(EvictionPolicy.NONE);
        assertThat(running.getTimeToLiveSeconds()).isZero();
        assertThat(running.getMaxIdleSeconds()).isZero();

        String key = store.pollPending(0, 1).getFirst().key();
        var entry = Objects.requireNonNull(map.getEntryView(key));
        assertThat(entry.getTtl()).isEqualTo(Long.MAX_VALUE);
        assertThat(entry.getMaxIdle()).isEqualTo(Long.MAX_VALUE);
        assertThat(entry.getExpirationTime()).isEqualTo(Long.MAX_VALUE);
    }

    private void assertNoQueryScanned() {
        var stats = map.getLocalMapStats();
        assertThat(stats.getQueryCount()).isPositive().isEqualTo(stats.getIndexedQueryCount());
    }

    /// Uses of the index so far.
    private record Uses(long ofCreatedAt, long hitsOfCreatedAt) {

        static Uses of(IMap<String, OutboxEntry> map) {
            LocalIndexStats index =
                    Objects.requireNonNull(
                            map.getLocalMapStats().getIndexStats().get(OutboxMap.CREATED_AT_INDEX));
            return new Uses(index.getQueryCount(), index.getHitCount());
        }
    }
}
