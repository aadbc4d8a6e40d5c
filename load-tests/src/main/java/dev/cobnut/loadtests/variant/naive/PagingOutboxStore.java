package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.config.IndexConfig;
import com.hazelcast.config.IndexType;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicates;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Every poll is a `PagingPredicate` over all pending entries. The HASH index finds the entries;
/// Hazelcast sorts them and cuts the page.
final class PagingOutboxStore extends QueriedOutboxStore {

    /// A total order. A `PagingPredicate` drops entries when its comparator has ties.
    private record Oldest() implements Comparator<Map.Entry<String, OutboxEntry>>, Serializable {
        @Override
        public int compare(Map.Entry<String, OutboxEntry> a, Map.Entry<String, OutboxEntry> b) {
            return BY_CREATED_AT.compare(a.getValue(), b.getValue());
        }
    }

    PagingOutboxStore(IMap<String, OutboxEntry> map) {
        super(map);
        map.addIndex(new IndexConfig(IndexType.HASH, "status"));
    }

    @Override
    List<OutboxEntry> query(long afterCreatedAt, int limit) {
        return List.copyOf(
                map().values(
                                Predicates.pagingPredicate(
                                        Predicates.and(
                                                pending(),
                                                Predicates.greaterThan(
                                                        "createdAt", afterCreatedAt)),
                                        new Oldest(),
                                        limit)));
    }

    @Override
    public long pendingCount() {
        return map().keySet(pending()).size();
    }
}
