package dev.cobnut.framework.outbox;

import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.ofStream;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static dev.cobnut.framework.outbox.Entries.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import com.hazelcast.query.LocalIndexStats;
import dev.cobnut.framework.node.TestNode;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// The statistics of the running map show that the indexes exist and are used.
@TestInstance(Lifecycle.PER_CLASS)
class OutboxIndexTest {

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
    private final IMapOutboxStore store = new IMapOutboxStore(map);

    @BeforeEach
    void someArePendingAndSomeParked() {
        map.clear();
        store.add(ofStreams(0, 100, T0, 1));
        store.park(
                ofStream(stream(500), 1, 10, T0 + 1_000).stream()
                        .map(entry -> entry.parked(1, "fault"))
                        .toList());
    }

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @Test
    void theRunningMapHasBothIndexes() {
        assertThat(map.getLocalMapStats().getIndexStats())
                .containsOnlyKeys(OutboxMap.STATUS_INDEX, OutboxMap.CREATED_AT_INDEX);
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
    void aPollAsksTheSortedIndexAndNoOther() {
        Uses before = Uses.of(map);
        assertThat(store.pollPending(T0 + 10, 20)).hasSize(20);
        Uses after = Uses.of(map);
        assertThat(after.ofCreatedAt()).isGreaterThan(before.ofCreatedAt());
        assertThat(after.hitsOfCreatedAt()).isGreaterThan(before.hitsOfCreatedAt());
        assertThat(after.ofStatus()).isEqualTo(before.ofStatus());
        assertNoQueryScanned();
    }

    @Test
    void aCountOfPendingAsksTheHashIndexAndNoOther() {
        Uses before = Uses.of(map);
        assertThat(store.pendingCount()).isEqualTo(100);
        assertOnlyStatusWasAsked(before);
    }

    @Test
    void aListOfParkedAsksTheHashIndexAndNoOther() {
        Uses before = Uses.of(map);
        assertThat(store.findParked(5)).hasSize(5);
        assertOnlyStatusWasAsked(before);
        before = Uses.of(map);
        assertThat(store.findParked(stream(500))).hasSize(10);
        assertOnlyStatusWasAsked(before);
    }

    @Test
    void aMapWithoutIndexesIsRefusedWithASentence() {
        IMap<String, OutboxEntry> plain = hazelcast.getMap("plain");
        assertThatThrownBy(() -> new IMapOutboxStore(plain))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the running map 'plain' has the indexes []")
                .hasMessageContaining(OutboxMap.STATUS_INDEX)
                .hasMessageContaining(OutboxMap.CREATED_AT_INDEX)
                .hasMessageContaining("add OutboxMap.config() to the Hazelcast configuration");
    }

    @Test
    void anEntryNeverLeavesByItself() {
        var running = hazelcast.getConfig().findMapConfig(OutboxMap.NAME);
        assertThat(running.getEvictionConfig().getEvictionPolicy()).isEqualTo(EvictionPolicy.NONE);
        assertThat(running.getTimeToLiveSeconds()).isZero();
        assertThat(running.getMaxIdleSeconds()).isZero();
        assertThat(running.getBackupCount()).isEqualTo(1);

        String key = store.pollPending(0, 1).getFirst().key();
        var entry = Objects.requireNonNull(map.getEntryView(key));
        assertThat(entry.getTtl()).isEqualTo(Long.MAX_VALUE);
        assertThat(entry.getMaxIdle()).isEqualTo(Long.MAX_VALUE);
        assertThat(entry.getExpirationTime()).isEqualTo(Long.MAX_VALUE);
    }

    private void assertOnlyStatusWasAsked(Uses before) {
        Uses after = Uses.of(map);
        assertThat(after.ofStatus()).isGreaterThan(before.ofStatus());
        assertThat(after.hitsOfStatus()).isGreaterThan(before.hitsOfStatus());
        assertThat(after.ofCreatedAt()).isEqualTo(before.ofCreatedAt());
        assertNoQueryScanned();
    }

    private void assertNoQueryScanned() {
        var stats = map.getLocalMapStats();
        assertThat(stats.getQueryCount()).isPositive().isEqualTo(stats.getIndexedQueryCount());
    }

    /// Number of queries of the indexes so far.
    private record Uses(long ofStatus, long hitsOfStatus, long ofCreatedAt, long hitsOfCreatedAt) {

        static Uses of(IMap<String, OutboxEntry> map) {
            LocalIndexStats status = index(map, OutboxMap.STATUS_INDEX);
            LocalIndexStats createdAt = index(map, OutboxMap.CREATED_AT_INDEX);
            return new Uses(
                    status.getQueryCount(),
                    status.getHitCount(),
                    createdAt.getQueryCount(),
                    createdAt.getHitCount());
        }

        private static LocalIndexStats index(IMap<String, OutboxEntry> map, String name) {
            return Objects.requireNonNull(map.getLocalMapStats().getIndexStats().get(name));
        }
    }
}
